// Makes text of unknown origin safe to display: well-formed UTF-8 of known width, wrapped in lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// The text with each malformed byte replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 with spaces for control characters: no line breaks, no tabs, and no escape sequence
/// that an engine's name could send to a terminal. Characters that control the direction of text
/// (U+202A to U+202E and U+2066 to U+2069) are written out: "[U+202E]".
std::string one_line(std::string_view text);

/// The same, but keeps line feeds and tabs.
std::string lines_of_text(std::string_view text);

/// The code point of a single character of valid UTF-8.
unsigned code_point(std::string_view character);

/// The number of characters in valid UTF-8; each code point counts as one.
std::size_t display_width(std::string_view text);

/// The first `number` characters of valid UTF-8, or all if there are fewer.
std::string_view first_characters(std::string_view text, std::size_t number);

/// Valid UTF-8 cut to `width` characters; if it is cut, the last one is "…".
std::string shorten(std::string_view text, std::size_t width);

/// Wraps valid UTF-8 between words; `width` is in characters, and 0 means no limit. Keeps blanks
/// within lines; a longer word gets its own line. Returns at least one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The same for a column of a table: also breaks longer words, at slashes and commas if possible.
std::vector<std::string> wrapped_tightly(std::string_view text, std::size_t width);

/// The same for a command line: all lines but the last end with "\", so that they can be pasted
/// into a shell. Keeps quoted words whole.
std::vector<std::string> wrapped_command(std::string_view command, std::size_t width);

}  // namespace plylab::reports
