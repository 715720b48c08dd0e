#include "gen/base/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/encoding.h"
#include "gen/base/input_error.h"

namespace plylab {

std::string lower_case(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const bool is_control =  // C1's are two bytes
        length == 1 ? byte < ' ' || byte >= 0x7f
                    : byte == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (byte == '\t')
      shown += ' ';
    else if (!is_control)
      shown += text.substr(0, length);
    else
      for (const char c : text.substr(0, length))
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    text.remove_prefix(length);
  }
  return shown;
}

std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (skip(text, separators); !text.empty(); skip(text, separators))
    words.emplace_back(take_until(text, separators));
  return words;
}

std::vector<std::string> elements_of(std::string_view where, std::string_view text,
                                     char separator) {
  std::vector<std::string> elements;
  if (trimmed(text).empty()) return elements;
  const auto end = [&](std::size_t start) {
    return std::min(text.find(separator, start), text.size());
  };
  for (std::size_t start = 0; start <= text.size(); start = end(start) + 1) {
    elements.emplace_back(trimmed(text.substr(start, end(start) - start)));
    if (elements.back().empty())
      throw InputError(
          fmt::format("{}: '{}': element {} of the list is empty", where, text, elements.size()));
  }
  return elements;
}

}  // namespace plylab
