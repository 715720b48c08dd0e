// Text of unknown origin made fit to be shown: well-formed UTF-8 of a known width, in lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plylab::reports {

/// The text with each malformed byte replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

/// Valid UTF-8 with spaces for control characters: no line breaks, no tabs, and no escape sequence
/// that an engine's name could send to a terminal. Characters that would turn the direction of the
/// text behind them, U+202A to U+202E and U+2066 to U+2069, are written out: "[U+202E]".
std::string one_line(std::string_view text);

/// The same, but line feeds and tabs stay.
std::string lines_of_text(std::string_view text);

/// The number of the one character that the valid UTF-8 is.
unsigned code_point(std::string_view character);

/// How many characters valid UTF-8 shows, a code point counting as one.
std::size_t display_width(std::string_view text);

/// The first characters of valid UTF-8, or all if there are fewer.
std::string_view first_characters(std::string_view text, std::size_t number);

/// Valid UTF-8 cut to this many characters, the last of which is then "…".
std::string shorten(std::string_view text, std::size_t width);

/// The lines of a text that is broken between words, in characters of valid UTF-8; one line if the
/// width is 0. Blanks stay where no line is broken; a longer word has a line of its own. At least
/// one line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The same for a column of a table: words that are longer are broken, too, at slashes and commas
/// where it can be.
std::vector<std::string> wrapped_tightly(std::string_view text, std::size_t width);

/// The same for a command line, whose lines but the last end with "\", so that a shell can be given
/// them. Quoted words stay whole.
std::vector<std::string> wrapped_command(std::string_view command, std::size_t width);

}  // namespace plylab::reports
