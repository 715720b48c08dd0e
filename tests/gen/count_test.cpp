#include "gen/base/count.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iomanip>
#include <limits>
#include <sstream>

namespace plylab {
namespace {

const Count beyond_64_bits = Count(std::numeric_limits<std::uint64_t>::max()) + Count(1);

TEST(Count, HoldsMoreThan64Bits) {
  EXPECT_EQ(to_string(beyond_64_bits), "18446744073709551616");
  EXPECT_EQ(to_string(beyond_64_bits * Count(10)), "184467440737095516160");
  EXPECT_EQ(to_string(Count(0)), "0");
}

TEST(Count, ThrowsWhereItWouldWrap) {
  const Count max = Count::from_value(~Uint128{0});
  EXPECT_EQ(to_string(max), "340282366920938463463374607431768211455");
  EXPECT_THROW(max + Count(1), std::overflow_error);
  EXPECT_THROW(max * Count(2), std::overflow_error);
  EXPECT_EQ(max + Count(0), max);
}

TEST(Count, IsRead) {
  for (const char* text :
       {"0", "20", "18446744073709551616", "340282366920938463463374607431768211455"})
    EXPECT_EQ(to_string(parse_count(text).value()), text);
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "1e3", "0x10", "340282366920938463463374607431768211456",
        "999999999999999999999999999999999999999999"})
    EXPECT_FALSE(parse_count(text)) << text;
}

TEST(Count, IsPrintedByStreamsAndFmt) {
  std::ostringstream out;
  out << Count(20) << std::setw(6) << Count(400) << std::setw(0) << ' ' << beyond_64_bits;
  EXPECT_EQ(out.str(), "20   400 18446744073709551616");
  EXPECT_EQ(fmt::format("{} {:>6} {:<4}|{:*^7}", Count(20), Count(400), Count(5), Count(321)),
            "20    400 5   |**321**");
  EXPECT_EQ(fmt::format("{}", beyond_64_bits), "18446744073709551616");
}

}  // namespace
}  // namespace plylab
