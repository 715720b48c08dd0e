#include "gen/engines/engine_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <system_error>

#include "gen/text.h"

namespace plylab::engines {

namespace fs = std::filesystem;

std::vector<std::string> command_words(const std::string& command) {
  std::istringstream in(command);
  std::vector<std::string> list;
  for (std::string word; in >> std::quoted(word);) list.push_back(word);
  return list;
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
