#include "suites/match/game_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "gen/input_error.h"
#include "gen/read_file.h"
#include "gen/text.h"

namespace plylab::suites::match {
namespace {

namespace fs = std::filesystem;

/// Whether the text may be the beginning of one game that this program wrote.
bool is_torn_game(std::string_view text) {
  constexpr std::string_view head = "[Event ";
  skip(text);
  const auto size = std::min(text.size(), head.size());
  return text.substr(0, size) == head.substr(0, size) && text.find(head, size) == text.npos;
}

}  // namespace

GameFile::GameFile(std::string path, bool resume) : path_(std::move(path)) {
  std::error_code none;
  if (fs::file_size(path_, none) == 0 || none) return;
  if (!resume)
    throw InputError(fmt::format("'{}' is there already: --resume goes on with it", path_));
  const std::string text = read_file(path_);
  pgn::PgnFile file = pgn::parse_pgn(text, path_);
  if (!file.games.empty() && file.games.back().result.empty()) file.games.pop_back();
  if (!file.games.empty()) kept_bytes_ = file.games.back().end;
  for (const epd::Issue& issue : file.issues)
    if (!file.games.empty() && issue.line < file.games.back().line)
      throw InputError(to_string(issue));
  if (!is_torn_game(std::string_view(text).substr(kept_bytes_)))
    throw InputError(fmt::format("'{}' has something that is no game of plylab match", path_));
  kept_ = std::move(file.games);
}

GameFile::~GameFile() {
  for (const auto& [number, text] : held_) file_ << text;
}

void GameFile::open() {
  std::error_code error, none;
  if (fs::is_regular_file(path_, none)) fs::resize_file(path_, kept_bytes_, error);
  errno = 0;
  if (!error) file_.open(path_, std::ios::app);
  if (error || !file_)
    throw InputError(fmt::format("cannot write '{}': {}", path_,
                                 error ? error.message() : std::generic_category().message(errno)));
  if (!kept_.empty()) write("\n\n");
}

void GameFile::add(std::size_t number, std::string text) {
  held_.emplace(number, std::move(text));
  for (; held_.contains(next_); ++next_) {
    write(held_.at(next_));
    held_.erase(next_);
  }
}

void GameFile::flush() {
  for (const auto& [number, text] : held_) write(text);
  held_.clear();
}

void GameFile::write(const std::string& text) {
  errno = 0;
  if (!(file_ << text << std::flush))
    throw InputError(
        fmt::format("cannot write '{}': {}", path_, std::generic_category().message(errno)));
}

}  // namespace plylab::suites::match
