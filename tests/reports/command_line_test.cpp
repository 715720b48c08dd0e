// What options take.
#include "reports/command_line/command_line.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/input_error_of.h"

namespace plylab::reports {
namespace {

struct Values {
  int number = 0;
  unsigned natural = 0;
  std::optional<std::uint64_t> large;
  std::vector<std::uint64_t> many;
};

/// Reads the values; returns what is said against the command line.
std::string error_of(Values& values, std::vector<const char*> arguments) {
  CommandLine line("lab", "A laboratory");
  const Command count = line.program().add_subcommand("count", "Count");
  count.add_option("--number N", values.number, "");
  count.add_option("--natural N", values.natural, "");
  count.add_option("--large N", values.large, "");
  count.add_option("--many N", values.many, "").delimiter(',');
  count.callback([] {});
  arguments.insert(arguments.begin(), {"lab", "count"});
  return testing::input_error_of(
      [&] { line.run(static_cast<int>(arguments.size()), arguments.data()); });
}

TEST(CommandLine, TakesTheGreatestAndTheLeastNumbers) {
  Values values;
  EXPECT_EQ(error_of(values, {"--number=-2147483648", "--natural", "4294967295", "--large",
                              "18446744073709551615", "--many", "0,18446744073709551615"}),
            "no error");
  EXPECT_EQ(values.number, -2147483647 - 1);
  EXPECT_EQ(values.natural, 4294967295U);
  EXPECT_EQ(values.large, ~std::uint64_t{0});
  EXPECT_EQ(values.many, (std::vector{std::uint64_t{0}, ~std::uint64_t{0}}));
}

TEST(CommandLine, ReadsNumbersInDecimalDigits) {
  Values values;
  EXPECT_EQ(error_of(values,
                     {"--number=-010", "--natural", "010", "--large", "08", "--many", "007,0100"}),
            "no error");
  EXPECT_EQ(values.number, -10);
  EXPECT_EQ(values.natural, 10U);
  EXPECT_EQ(values.large, 8U);
  EXPECT_EQ(values.many, (std::vector<std::uint64_t>{7, 100}));
  EXPECT_EQ(error_of(values, {"--natural", "0x10"}), "--natural: '0x10' is no whole number");
}

TEST(CommandLine, RefusesNumbersThatDoNotFit) {
  const std::pair<std::vector<const char*>, std::string> cases[] = {
      {{"--number", "2147483648"}, "--number: 2147483648 is above 2147483647"},
      {{"--number=-2147483649"}, "--number: -2147483649 is below -2147483648"},
      {{"--number", "99999999999999999999"}, "--number: 99999999999999999999 is above 2147483647"},
      {{"--natural", "4294967296"}, "--natural: 4294967296 is above 4294967295"},
      {{"--natural=-1"}, "--natural: -1 is below 0"},
      {{"--large", "18446744073709551616"},
       "--large: 18446744073709551616 is above 18446744073709551615"},
      {{"--many", "1,18446744073709551616"},
       "--many: 18446744073709551616 is above 18446744073709551615"},
  };
  for (const auto& [arguments, message] : cases) {
    Values values;
    EXPECT_EQ(error_of(values, arguments), message);
  }
}

}  // namespace
}  // namespace plylab::reports
