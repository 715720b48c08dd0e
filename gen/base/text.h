// Reading text: numbers, words, lines. All parsers use these.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>
#include <version>

namespace plylab {

/// The characters that separate words, including line ends.
inline constexpr std::string_view white_space = " \t\r\n\v\f";

/// The byte order mark of UTF-8, which some editors write at the start of a file.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// As std::from_chars. Where the library does not have that for floating-point numbers (libc++ 19),
/// strtod reads those that consist of digits, a point, signs and an exponent.
template <class Number>
std::from_chars_result from_chars(const char* first, const char* last, Number& value) {
#ifndef __cpp_lib_to_chars
  if constexpr (std::is_floating_point_v<Number>) {
    const std::string_view text(first, static_cast<std::size_t>(last - first));
    const std::string number(text.substr(0, text.find_first_not_of("0123456789.eE+-")));
    char* end = nullptr;
    errno = 0;
    const double read = std::strtod(number.c_str(), &end);
    if (errno == ERANGE) return {first, std::errc::result_out_of_range};
    if (end == number.c_str() || number.front() == '+') return {first, std::errc::invalid_argument};
    value = read;
    return {first + (end - number.c_str()), std::errc()};
  } else
#endif
    return std::from_chars(first, last, value);
}

/// Reads the whole text as a decimal number; none if it is anything else (such as "+1", " 1", "" or
/// "inf"), or does not fit into the type. A floating-point number may have an exponent.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(value)) return std::nullopt;
  return value;
}

/// Removes these characters from the beginning of the text.
constexpr void skip(std::string_view& text, std::string_view characters = white_space) {
  text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

/// Removes a byte order mark.
constexpr void skip_byte_order_mark(std::string_view& text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
}

/// Removes and returns the text before the first of these characters, or all of it if there is
/// none.
constexpr std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::string_view taken = text.substr(0, text.find_first_of(ends));
  text.remove_prefix(taken.size());
  return taken;
}

/// Removes the next word and the separators before it, and returns the word; empty at the end.
constexpr std::string_view take_word(std::string_view& text,
                                     std::string_view separators = white_space) {
  skip(text, separators);
  return take_until(text, separators);
}

/// Removes the next line with its line end (LF, CR LF or CR alone), and returns it without the line
/// end.
constexpr std::string_view take_line(std::string_view& text) {
  const std::string_view line = take_until(text, "\r\n");
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
  return line;
}

/// The text without these characters at its start and end.
constexpr std::string_view trimmed(std::string_view text,
                                   std::string_view characters = white_space) {
  skip(text, characters);
  return text.substr(0, text.find_last_not_of(characters) + 1);
}

/// The text with the letters A to Z in lower case.
std::string lower_case(std::string_view text);

/// The text in valid UTF-8 without control characters: blanks for tabs, other control characters
/// and bytes that are not UTF-8 as \x1b.
std::string printable(std::string_view text);

/// Eight rows of eight squares, separated by slashes; sign(row, column), counted from the top left,
/// is the character of a square.
std::string eight_rows(auto&& sign) {
  std::string rows;
  for (int row = 0; row < 8; ++row) {
    if (row > 0) rows += '/';
    for (int column = 0; column < 8; ++column) rows += sign(row, column);
  }
  return rows;
}

/// All words of the text.
std::vector<std::string> words_of(std::string_view text, std::string_view separators = white_space);

/// The elements of a list that a user writes, such as "1,2,4", without the blanks around them:
/// those of the command line, of switches and of trees. The empty text is an empty list. Throws
/// InputError, whose message begins with `where`, for an empty element: a value may have been
/// forgotten.
std::vector<std::string> elements_of(std::string_view where, std::string_view text,
                                     char separator = ',');

}  // namespace plylab
