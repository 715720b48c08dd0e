#include "reports/text/wrap.h"

#include <algorithm>

#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

/// The length of the first word with the blanks before it.
std::size_t next_word(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return std::min(text.find(' ', begin), text.size());
}

/// The same for words of a shell, which may have quoted blanks.
std::size_t next_shell_word(std::string_view text) {
  std::size_t at = std::min(text.find_first_not_of(' '), text.size());
  for (bool quoted = false; at < text.size() && (quoted || text[at] != ' '); ++at) {
    if (text[at] == '\'') quoted = !quoted;
    if (text[at] == '\\' && !quoted) ++at;
  }
  return std::min(at, text.size());
}

/// Fills lines of this width with words, each as word_length() cuts it off.
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

/// The part of a long word that its first line takes: up to a slash or comma if one is near.
std::string_view first_part(std::string_view word, std::size_t width) {
  const std::string_view most = first_characters(word, width);
  const std::size_t end = most.find_last_of("/,") + 1;
  return 2 * end > most.size() ? most.substr(0, end) : most;
}

}  // namespace

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
