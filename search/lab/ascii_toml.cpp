#include "search/lab/ascii_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>

#include "gen/base/input_error.h"
#include "gen/base/text.h"
#include "reports/text/utf8.h"

namespace plylab::search::lab {
namespace {

constexpr char mark = '?';

bool is_ascii(char letter) { return static_cast<unsigned char>(letter) < 0x80; }

/// The byte at the front, which "?C3" stands for, if it does.
std::optional<char> marked_byte(std::string_view text) {
  unsigned byte = 0;
  const std::string_view code = text.substr(0, 3);
  if (!code.starts_with(mark)) return std::nullopt;
  const auto [stop, error] = std::from_chars(code.data() + 1, code.data() + code.size(), byte, 16);
  if (error != std::errc() || stop != code.data() + 3) return std::nullopt;
  return static_cast<char>(byte);
}

}  // namespace

std::string to_ascii(std::string_view toml, const std::string& path) {
  skip_byte_order_mark(toml);
  std::string ascii;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < toml.size(); ++number) {
    const std::size_t end = std::min(toml.find('\n', begin), toml.size() - 1) + 1;
    const std::string_view line = toml.substr(begin, end - begin);
    if (reports::valid_utf8(line) != line)
      throw InputError(fmt::format("{}:{}: is not UTF-8", path, number));
    for (const char* escaped : {"\\u003F", "\\u003f", "\\U0000003F", "\\U0000003f"})
      if (line.find(escaped) != line.npos)
        throw InputError(fmt::format("{}:{}: write '?' for {}", path, number, escaped));
    for (const char letter : line)
      if (is_ascii(letter) && letter != mark)
        ascii += letter;
      else
        ascii += fmt::format("{}{:02X}", mark, static_cast<unsigned char>(letter));
    begin = end;
  }
  return ascii;
}

std::string from_ascii(std::string_view text) {
  std::string toml;
  while (!text.empty()) {
    const auto byte = marked_byte(text);
    toml += byte.value_or(text.front());
    text.remove_prefix(byte ? 3 : 1);
  }
  return toml;
}

bool is_foreign_letter(std::string_view ascii, std::size_t line, std::size_t column) {
  while (--line > 0) ascii.remove_prefix(std::min(ascii.find('\n'), ascii.size() - 1) + 1);
  const auto byte = marked_byte(ascii.substr(std::min(column - 1, ascii.size())));
  return byte && !is_ascii(*byte);
}

}  // namespace plylab::search::lab
