// Text of unknown origin made fit to be shown: well-formed UTF-8 of a known width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plylab::reports {

/// The text with each malformed byte replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 with spaces for control characters: no line breaks, no tabs, and no escape sequence
/// that an engine's name could send to a terminal.
std::string one_line(std::string_view text);

/// How many characters valid UTF-8 shows, a code point counting as one.
std::size_t display_width(std::string_view text);

/// The first characters of valid UTF-8, or all if there are not so many.
std::string_view first_characters(std::string_view text, std::size_t number);

/// Valid UTF-8 cut to this many characters, the last of which is then "…".
std::string shorten(std::string_view text, std::size_t width);

}  // namespace plylab::reports
