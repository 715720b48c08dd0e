#include "reports/text/utf8.h"

namespace plylab::reports {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// Bytes of the well-formed sequence at the front of the text (Unicode 15, table 3-7); 0 if there
/// is none.
std::size_t sequence_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(static_cast<unsigned char>(text[i]))) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second > 0x9F;
  const bool beyond_unicode = lead == 0xF4 && second > 0x8F;
  return overlong || surrogate || beyond_unicode ? 0 : length;
}

/// One character of valid UTF-8: C0, DEL or C1.
bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  return lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

std::string sanitize(std::string_view text, bool keep_controls) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const auto character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0) {
      result += "\uFFFD";
    } else if (!keep_controls && is_control(character)) {
      result += ' ';
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

std::string valid_utf8(std::string_view text) { return sanitize(text, true); }

std::string one_line(std::string_view text) { return sanitize(text, false); }

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (char c : text)
    if (!is_continuation(static_cast<unsigned char>(c))) ++width;
  return width;
}

std::string_view first_characters(std::string_view text, std::size_t number) {
  std::size_t end = 0;
  for (; number > 0 && end < text.size(); --number) end += sequence_length(text.substr(end));
  return text.substr(0, end);
}

std::string shorten(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  if (width == 0) return {};
  return std::string(first_characters(text, width - 1)) + "…";
}

}  // namespace plylab::reports
