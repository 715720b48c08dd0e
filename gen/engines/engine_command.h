// How an engine is named on the command line, and where it is found.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plylab::engines {

/// A command line's words: blanks between them, quotes around those that have blanks.
std::vector<std::string> command_words(const std::string& command);

/// Where a program is: on the PATH, or in /usr/games, where Debian puts engines.
std::optional<std::string> find_engine(const std::string& program);

}  // namespace plylab::engines
