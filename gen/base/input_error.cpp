#include "gen/base/input_error.h"

#include <fmt/format.h>

namespace plylab {

std::string InputError::visible(std::string_view text) {
  constexpr std::size_t max = 2000, end = 300;  // bytes; a quoted line may be megabytes long
  if (text.size() > max) {
    const auto cut = [&](std::size_t at) {  // never within a UTF-8 character
      while (at < text.size() && (text[at] & 0xC0) == 0x80) ++at;
      return at;
    };
    return visible(text.substr(0, cut(max - end - 10))) + " […] " +
           visible(text.substr(cut(text.size() - end)));
  }
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f)
      shown += fmt::format("\\x{:02x}", byte);
    else
      shown += c;
  }
  return shown;
}

}  // namespace plylab
