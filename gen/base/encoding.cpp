#include "gen/base/encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "gen/base/text.h"

namespace plylab {
namespace {

constexpr char ctrl_z = '\x1A';

/// The characters of Windows-1252 from 0x80 to 0x9F; the others are those of Latin-1. Bytes without
/// a character stay control characters.
constexpr std::array<char16_t, 32> windows_1252{
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

/// Appends a character in UTF-8: the leading ones of the first byte are the number of bytes.
void append(std::string& text, unsigned character) {
  const std::size_t length = character < 0x80      ? 1
                             : character < 0x800   ? 2
                             : character < 0x10000 ? 3
                                                   : 4;
  const std::size_t at = text.size();
  text.resize(at + length);
  for (std::size_t i = length - 1; i > 0; --i, character >>= 6)
    text[at + i] = static_cast<char>(0x80 | (character & 0x3F));
  const unsigned ones = length == 1 ? 0 : (0xF00U >> length) & 0xFF;
  text[at] = static_cast<char>(ones | character);
}

/// The first place of a byte that is not UTF-8; the end of the text if there is none.
std::size_t first_foreign_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (std::uint64_t eight; i + sizeof eight <= text.size()) {  // most texts are ASCII
      std::memcpy(&eight, text.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return text.size();
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Longer than need be, half of a pair of UTF-16, or beyond U+10FFFF (RFC 3629).
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

std::optional<std::endian> utf16_order(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE")) return std::endian::little;
  if (beginning.starts_with("\xFE\xFF")) return std::endian::big;
  if (beginning.size() < 4) return std::nullopt;
  const auto is_zero = [&](std::size_t i) { return beginning[i] == '\0'; };
  if (!is_zero(0) && is_zero(1) && !is_zero(2) && is_zero(3)) return std::endian::little;
  if (is_zero(0) && !is_zero(1) && is_zero(2) && !is_zero(3)) return std::endian::big;
  return std::nullopt;
}

std::string utf8_of_utf16(std::string_view bytes, std::endian order) {
  constexpr unsigned surrogates = 0xD800, low_surrogates = 0xDC00, end = 0xE000;
  const auto unit = [&](std::size_t at) {
    const unsigned first = static_cast<unsigned char>(bytes[at]);
    const unsigned second = static_cast<unsigned char>(bytes[at + 1]);
    return order == std::endian::big ? (first << 8U) | second : (second << 8U) | first;
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    unsigned character = unit(at);
    if (character >= surrogates && character < end) {
      const unsigned low = character < low_surrogates && at + 3 < bytes.size() ? unit(at + 2) : 0U;
      const bool is_pair = low >= low_surrogates && low < end;
      if (is_pair) at += 2;
      character =
          is_pair ? 0x10000 + ((character - surrogates) << 10) + (low - low_surrogates) : 0xFFFD;
    }
    append(text, character);
  }
  return text;
}

std::string in_utf8(std::string_view text) {
  std::string converted;
  for (;;) {
    const std::size_t good = first_foreign_byte(text);
    converted += text.substr(0, good);
    if (good == text.size()) return converted;
    const auto byte = static_cast<unsigned char>(text[good]);
    append(converted, byte < 0xA0 ? windows_1252[byte - 0x80U] : byte);
    text.remove_prefix(good + 1);
  }
}

void remove_strays(std::string& text, std::size_t from) {
  // A mark may have begun before `from`.
  std::size_t at = std::min({text.find('\0', from), text.find(ctrl_z, from),
                             text.find(byte_order_mark, from - std::min<std::size_t>(from, 2))});
  if (at >= text.size()) return;
  std::size_t kept = at;
  for (; at < text.size(); ++at) {
    if (text[at] == '\0' || text[at] == ctrl_z) continue;
    text[kept++] = text[at];
    if (std::string_view(text).substr(0, kept).ends_with(byte_order_mark))
      kept -= byte_order_mark.size();
  }
  text.resize(kept);
}

std::string as_text(std::string_view bytes) {
  const auto order = utf16_order(bytes);
  std::string text = order ? utf8_of_utf16(bytes, *order) : std::string(bytes);
  remove_strays(text);
  return first_foreign_byte(text) == text.size() ? text : in_utf8(text);
}

std::string in_one_line(std::string_view text) {
  std::string line(text);
  remove_strays(line);
  line = in_utf8(line);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return line;
}

}  // namespace plylab
