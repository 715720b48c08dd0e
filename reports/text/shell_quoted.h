// Quotes text for a POSIX shell.
#pragma once

#include <string>
#include <string_view>

namespace plylab::reports {

/// The text in single quotes: always one word of a shell.
inline std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

}  // namespace plylab::reports
