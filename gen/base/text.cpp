#include "gen/base/text.h"

#include <fmt/format.h>

namespace plylab {

std::string lower_case(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '\t') {
      shown += ' ';
    } else if (byte >= ' ' && byte < 0x7f) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", byte);
    }
  }
  return shown;
}

std::vector<std::string> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (skip(text, separators); !text.empty(); skip(text, separators))
    words.emplace_back(take_until(text, separators));
  return words;
}

}  // namespace plylab
