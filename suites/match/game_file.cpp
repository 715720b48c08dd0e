#include "suites/match/game_file.h"

#include <fmt/format.h>

#include <utility>

#include "gen/base/input_error.h"

namespace plylab::suites::match {

GameFile::GameFile(std::string path, bool resume) : file_(std::move(path)), text_(file_.content()) {
  if (!text_.empty() && !resume)
    throw InputError(fmt::format("'{}' is there already: --resume goes on with it", file_.path()));
}

GameFile::~GameFile() {
  try {
    flush();
  } catch (const InputError&) {  // something else has failed already, and is told
  }
}

void GameFile::go_on(std::size_t bytes) {
  if (bytes < text_.size()) file_.shorten(bytes);
  if (bytes > 0) file_.add("\n\n");
}

void GameFile::add(std::size_t number, std::string text) {
  held_.emplace(number, std::move(text));
  for (; held_.contains(next_); ++next_) {
    file_.add(held_.at(next_));
    held_.erase(next_);
  }
}

void GameFile::end_with(std::size_t number) { held_.erase(held_.upper_bound(number), held_.end()); }

void GameFile::flush() {
  for (const auto& [number, text] : held_) file_.add(text);
  held_.clear();
}

}  // namespace plylab::suites::match
