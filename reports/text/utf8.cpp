#include "reports/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/encoding.h"

namespace plylab::reports {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// Whether a character of valid UTF-8 is a control character: C0, DEL or C1.
bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  return lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

/// Whether a character of valid UTF-8 controls the direction of text: U+202A to U+202E, U+2066 to
/// U+2069.
bool turns_text(std::string_view character) {
  return character.size() == 3 && ((character >= "\u202A" && character <= "\u202E") ||
                                   (character >= "\u2066" && character <= "\u2069"));
}

/// What to do with control characters (C0, DEL and C1).
enum class Controls : std::uint8_t { stay, all_but_line_ends_go, go };

std::string sanitize(std::string_view text, Controls controls) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0) {
      result += "\uFFFD";
    } else if (controls != Controls::stay && is_control(character) &&
               (controls == Controls::go || (character != "\n" && character != "\t"))) {
      result += ' ';
    } else if (controls != Controls::stay && turns_text(character)) {
      result += fmt::format("[U+{:04X}]", code_point(character));
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

// ---- breaking lines ----

/// The length of the first word with the blanks before it.
std::size_t next_word(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return std::min(text.find(' ', begin), text.size());
}

/// The same for words of a shell, which may contain quoted blanks.
std::size_t next_shell_word(std::string_view text) {
  std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  for (bool quoted = false; at < text.size() && (quoted || text[at] != ' '); ++at) {
    if (text[at] == '\'') quoted = !quoted;
    if (text[at] == '\\' && !quoted) ++at;
  }
  return std::min(at, text.size());
}

/// Fills lines of this width with words; word_length() gives the length of the next word.
std::vector<std::string> fill_lines(std::string_view text, std::size_t width,
                                    std::size_t (*word_length)(std::string_view)) {
  std::vector<std::string> lines(1);
  std::size_t column = 0;
  while (!text.empty()) {
    std::string_view word = text.substr(0, word_length(text));
    text.remove_prefix(word.size());
    const std::size_t blanks = std::min(word.find_first_not_of(' '), word.size());
    if (blanks == word.size()) break;
    if (width > 0 && column > 0 && column + display_width(word) > width) {
      word.remove_prefix(blanks);
      lines.emplace_back();
      column = 0;
    }
    lines.back() += word;
    column += display_width(word);
  }
  return lines;
}

/// The first line's part of a long word: up to a slash or comma if one is near.
std::string_view first_part(std::string_view word, std::size_t width) {
  const std::string_view most = first_characters(word, width);
  const std::size_t end = most.find_last_of("/,") + 1;
  return 2 * end > most.size() ? most.substr(0, end) : most;
}

}  // namespace

unsigned code_point(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0);
  unsigned code = byte(0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = (code << 6) | (byte(i) & 0x3FU);
  return code;
}

std::string valid_utf8(std::string_view text) { return sanitize(text, Controls::stay); }

std::string lines_of_text(std::string_view text) {
  return sanitize(text, Controls::all_but_line_ends_go);
}

std::string one_line(std::string_view text) { return sanitize(text, Controls::go); }

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (char c : text)
    if (!is_continuation(static_cast<unsigned char>(c))) ++width;
  return width;
}

std::string_view first_characters(std::string_view text, std::size_t number) {
  std::size_t end = 0;
  for (; number > 0 && end < text.size(); --number) end += utf8_length(text.substr(end));
  return text.substr(0, end);
}

std::string shorten(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  return std::string(first_characters(text, width - 1)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  return fill_lines(text, width, next_word);
}

std::vector<std::string> wrapped_tightly(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : wrapped(text, width)) {
    std::string_view rest = line;
    while (width > 0 && display_width(rest) > width) {
      lines.emplace_back(first_part(rest, width));
      rest.remove_prefix(lines.back().size());
    }
    lines.emplace_back(rest);
  }
  return lines;
}

std::vector<std::string> wrapped_command(std::string_view command, std::size_t width) {
  constexpr std::string_view goes_on = " \\";
  const std::size_t words =
      width > goes_on.size() ? width - goes_on.size() : std::min<std::size_t>(width, 1);
  auto lines = fill_lines(command, words, next_shell_word);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) lines[i] += goes_on;
  return lines;
}

}  // namespace plylab::reports
