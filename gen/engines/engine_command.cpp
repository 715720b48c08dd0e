#include "gen/engines/engine_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/text.h"

namespace plylab::engines {

namespace fs = std::filesystem;

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> words;
  std::string_view rest = command;
  while (skip(rest), !rest.empty()) {
    if (rest.front() != '"') {
      words.emplace_back(take_until(rest, white_space));
      continue;
    }
    std::string word;
    for (rest.remove_prefix(1); !rest.empty() && rest.front() != '"'; rest.remove_prefix(1)) {
      if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
      word += rest.front();
    }
    if (rest.empty())
      throw InputError(fmt::format("--engine '{}': the quote is not closed", command));
    rest.remove_prefix(1);
    words.push_back(std::move(word));
  }
  return words;
}

std::optional<std::string> find_engine(const std::string& program) {
  const auto runs = [](const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != program.npos)
    return runs(program) ? std::optional(program) : std::nullopt;
  const char* path = std::getenv("PATH");
  for (const std::string& directory : words_of(fmt::format("{}:/usr/games", path ? path : ""), ":"))
    if (const fs::path file = fs::path(directory) / program; runs(file)) return file.string();
  return std::nullopt;
}

}  // namespace plylab::engines
