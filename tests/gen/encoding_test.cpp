#include "gen/base/encoding.h"

#include <gtest/gtest.h>

namespace plylab {
namespace {

using namespace std::string_literals;

std::string in_utf16(std::u16string_view text, std::endian order) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += order == std::endian::big ? high : low;
    bytes += order == std::endian::big ? low : high;
  }
  return bytes;
}

TEST(Encoding, ReadsUtf16WithAndWithoutAMark) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string text = in_utf16(u"8/8 \u2654 \U0001F600", order);
    EXPECT_EQ(as_text(text), "8/8 \u2654 \U0001F600");
    EXPECT_EQ(as_text(in_utf16(u"\uFEFF", order) + text), "8/8 \u2654 \U0001F600");
  }
  const char16_t half[] = {u'a', u'b', 0xD83D, u'c'};
  EXPECT_EQ(as_text(in_utf16({half, 4}, std::endian::little)), "ab\uFFFDc");
}

TEST(Encoding, ReadsOtherBytesAsWindows1252) {
  EXPECT_EQ(as_text("\x8Aimon, O\x92Neil, J\xF6rg"), "Šimon, O’Neil, Jörg");
  EXPECT_EQ(as_text("Jörg and J\xF6rg"), "Jörg and Jörg");
}

TEST(Encoding, StraysChangeNothingAnywhere) {
  const std::string text = "Jörg 1. e4 {♔} 1/2-1/2\r\n";
  for (const std::string& stray : {"\0"s, "\x1A"s, "\xEF\xBB\xBF"s, "\0\0\x1A"s})
    for (std::size_t at = 0; at <= text.size(); ++at) {
      std::string with = text;
      with.insert(at, stray);
      EXPECT_EQ(as_text(with), text) << at;
    }
}

TEST(Encoding, WhatIsWrittenInALineIsReadBack) {
  for (unsigned first = 0; first < 256; ++first)
    for (unsigned second = 0; second < 256; ++second) {
      const std::string line =
          in_one_line(std::string{static_cast<char>(first), static_cast<char>(second)});
      ASSERT_EQ(as_text("a" + line), "a" + line);
      ASSERT_EQ(in_one_line(line), line);
    }
}

}  // namespace
}  // namespace plylab
