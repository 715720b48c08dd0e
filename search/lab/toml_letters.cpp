#include "search/lab/toml_letters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gen/input_error.h"

namespace plylab::search::lab {
namespace {

/// Whether a quote there begins a text: elsewhere, as in 5'é', toml++ reads on as in a number.
bool begins_text(std::string_view text, std::size_t place) {
  constexpr std::string_view before = " \t\r\n=,[{\"'";
  return (text[place] == '"' || text[place] == '\'') &&
         (place == 0 || before.find(text[place - 1]) != before.npos);
}

/// The place behind a text in quotes that begins at the place; the end if it is never closed.
std::size_t behind_quotes(std::string_view text, std::size_t place) {
  const char quote = text[place];
  const std::string thrice(3, quote);
  const bool is_long = text.substr(place).starts_with(thrice);
  const std::string_view end = is_long ? std::string_view(thrice) : std::string_view(&quote, 1);
  for (place += end.size(); place < text.size(); ++place) {
    if (text.substr(place).starts_with(end)) return place + end.size();
    if (quote == '"' && text[place] == '\\')
      ++place;
    else if (!is_long && text[place] == '\n')
      return place;
  }
  return text.size();
}

}  // namespace

void refuse_foreign_letters(std::string_view text, const std::string& path) {
  constexpr std::string_view mark = "\xef\xbb\xbf";  // a byte order mark
  for (std::size_t place = text.starts_with(mark) ? mark.size() : 0; place < text.size();) {
    const char letter = text[place];
    if (begins_text(text, place)) {
      place = behind_quotes(text, place);
    } else if (letter == '#') {
      place = std::min(text.find('\n', place), text.size());
    } else if (static_cast<unsigned char>(letter) >= 0x80) {
      throw InputError(fmt::format(
          "{}:{}: a letter that is not ASCII, outside of quotes", path,
          1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n')));
    } else {
      ++place;
    }
  }
}

}  // namespace plylab::search::lab
