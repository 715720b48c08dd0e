#include "gen/base/text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Text, NumbersAreWholeTextsThatFit) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<unsigned>("12"), 12u);
  EXPECT_EQ(parse_number<double>("2.5"), 2.5);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551615"), ~std::uint64_t{0});
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x", "0x10", "99999999999"})
    EXPECT_EQ(parse_number<int>(text), std::nullopt) << text;
  for (const char* text : {"inf", "-infinity", "nan", "1e999"})
    EXPECT_EQ(parse_number<double>(text), std::nullopt) << text;
  EXPECT_EQ(parse_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<std::uint64_t>("18446744073709551616"), std::nullopt);
}

TEST(Text, WordsAreTakenOneByOne) {
  std::string_view text = "  one\ttwo \r\n";
  EXPECT_EQ(take_word(text), "one");
  EXPECT_EQ(take_word(text), "two");
  EXPECT_EQ(take_word(text), "");
  EXPECT_EQ(text, "");
  text = "a=1;b";
  EXPECT_EQ(take_until(text, ";="), "a");
  EXPECT_EQ(text, "=1;b");
  EXPECT_EQ(take_word(text, ";="), "1");
  EXPECT_EQ(take_until(text, "x"), ";b");
  EXPECT_EQ(text, "");
}

TEST(Text, WordsAreListed) {
  EXPECT_THAT(words_of(" \t one  two\n three"), ElementsAre("one", "two", "three"));
  EXPECT_THAT(words_of(",a,,b c,", ","), ElementsAre("a", "b c"));
  EXPECT_THAT(words_of("  "), IsEmpty());
  EXPECT_THAT(words_of(""), IsEmpty());
}

TEST(Text, AListHasNoEmptyElement) {
  EXPECT_THAT(elements_of("--gen", "a"), ElementsAre("a"));
  EXPECT_THAT(elements_of("--gen", "a, b c ,d"), ElementsAre("a", "b c", "d"));
  EXPECT_THAT(elements_of("--gen", "a,b;c", ';'), ElementsAre("a,b", "c"));
  EXPECT_THAT(elements_of("--gen", " "), IsEmpty());
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      elements_of("--gen", text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const std::string list = "a,b,c";
  for (std::size_t place = 0; place <= list.size(); ++place) {  // a comma more anywhere
    std::string text = list;
    text.insert(place, ",");
    const auto before = std::count(list.begin(), list.begin() + static_cast<long>(place), ',');
    const bool after_letter = place % 2 == 1;
    EXPECT_EQ(wrong(text), fmt::format("--gen: '{}': element {} of the list is empty", text,
                                       before + (after_letter ? 2 : 1)));
  }
}

TEST(Text, LinesAreTakenWithTheirEnds) {
  std::string_view text = "one\r\n\n\rtwo\rthree";
  for (const char* line : {"one", "", "", "two", "three"}) EXPECT_EQ(take_line(text), line);
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(take_line(text), "");
}

TEST(Text, IsTrimmedAtBothEnds) {
  EXPECT_EQ(trimmed(" \t a b \r\n"), "a b");
  EXPECT_EQ(trimmed("  "), "");
  EXPECT_EQ(trimmed("\"a\"", "\""), "a");
  std::string_view marked = "\xEF\xBB\xBFx";
  skip_byte_order_mark(marked);
  EXPECT_EQ(marked, "x");
  skip_byte_order_mark(marked);
  EXPECT_EQ(marked, "x");
}

}  // namespace
}  // namespace plylab
