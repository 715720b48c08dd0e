// What options take.
#include "reports/cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/input_error_of.h"

namespace plylab::cli {
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
  EXPECT_EQ(error_of(values, {"--natural", "0x10"}), "--natural: '0x10' is not a whole number");
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

/// Options of all kinds; what is said against the command line, or what they have become.
std::string result_of(std::vector<const char*> arguments) {
  int depth = 5;
  bool quiet = false;
  double time = 0.5;
  std::optional<std::string> suite, corrections;
  std::vector<std::string> names, files, fens;
  std::vector<int> draw, one;
  std::string plies;
  CommandLine line("lab", "A laboratory");
  const Command command = line.program().add_subcommand("count", "Count");
  command.add_option("-d,--depth N", depth, "Plies").range(-3, 60).show_default();
  command.add_option("--time S", time, "Seconds").positive();
  command.add_flag("-q,--quiet", quiet, "Say less");
  const Option from = command.add_option("--suite FILE", suite, "Positions");
  command.add_option("--corrections FILE", corrections, "Laid over them").needs(from);
  command.add_option("--fen FEN", fens, "A position").excludes(from);
  command.add_option("--one N", one, "A number").delimiter(',').values(1, 1);
  command.add_option("--gen NAME", names, "Generators").delimiter(',');
  command.add_option("--draw CP,MOVES", draw, "A rule").delimiter(',').values(2, 3);
  command.add_option("--plies N|N..N", plies, "A number or several").range(1, 60);
  command.add_option("files FILE", files, "Files");
  std::string result;
  command.callback([&] {
    result = fmt::format("{} {} {} [{}] [{}] [{}] [{}]", depth, time, quiet, fmt::join(names, "|"),
                         fmt::join(fens, "|"), fmt::join(draw, "|"), fmt::join(files, "|"));
  });
  arguments.insert(arguments.begin(), {"lab", "count"});
  const std::string error = testing::input_error_of(
      [&] { line.run(static_cast<int>(arguments.size()), arguments.data()); });
  return error == "no error" ? result : error;
}

TEST(CommandLine, TakesValuesInEveryFormThatIsUsual) {
  const std::pair<std::vector<const char*>, std::string> cases[] = {
      {{}, "5 0.5 false [] [] [] []"},
      {{"-d", "7"}, "7 0.5 false [] [] [] []"},
      {{"-d7", "-q"}, "7 0.5 true [] [] [] []"},
      {{"-qd7"}, "7 0.5 true [] [] [] []"},
      {{"--depth=7", "--time=1e2"}, "7 100 false [] [] [] []"},
      {{"--depth", "-2"}, "-2 0.5 false [] [] [] []"},
      {{"--gen", "a,b", "--gen=c"}, "5 0.5 false [a|b|c] [] [] []"},
      {{"--gen", " a, b "}, "5 0.5 false [a|b] [] [] []"},
      {{"--fen", "--x", "--fen", "a=b, c"}, "5 0.5 false [] [--x|a=b, c] [] []"},
      {{"--plies", "1..3"}, "5 0.5 false [] [] [] []"},
      {{"--draw", "10,5"}, "5 0.5 false [] [] [10|5] []"},
      {{"one", "-d1", "two", "-"}, "1 0.5 false [] [] [] [one|two|-]"},
      {{"--", "-d", "--depth"}, "5 0.5 false [] [] [] [-d|--depth]"},
  };
  for (const auto& [arguments, result] : cases) EXPECT_EQ(result_of(arguments), result);
}

// However the option is declared.
TEST(CommandLine, RefusesListsForOneValue) {
  for (const std::string option : {"--depth", "--one"})
    for (const std::string list : {"2,3", "1..2", "1..1", "1,2..3", "-1,2"})
      EXPECT_EQ(result_of({option.c_str(), list.c_str()}),
                option + ": takes one value, not " + list);
  for (const char* word : {"..", "1..", ",1", "2,x"})
    EXPECT_EQ(result_of({"--depth", word}),
              fmt::format("--depth: '{}' is not a whole number", word));
}

// A number that no variable can hold is told from the range that it should be in.
TEST(CommandLine, NamesTheRangeForNumbersOfAnySize) {
  EXPECT_EQ(result_of({"--depth", "99999999999999999999"}),
            "--depth: 99999999999999999999 is above 60");
  EXPECT_EQ(result_of({"--depth", "-99999999999999999999"}),
            "--depth: -99999999999999999999 is below -3");
}

TEST(CommandLine, SaysWhatIsWrong) {
  const std::pair<std::vector<const char*>, std::string> cases[] = {
      {{"--depth"}, "--depth: no value given"},
      {{"-d"}, "--depth: no value given"},
      {{"--depth="}, "--depth: empty value"},
      {{"--depth=", "--quiet"}, "--depth: empty value"},
      {{"-d=3"}, "--depth: '=3' is not a whole number"},
      {{"--depth", "61"}, "--depth: 61 is above 60"},
      {{"--depth", "-4"}, "--depth: -4 is below -3"},
      {{"-d1", "--depth=2"}, "--depth: given more than once"},
      {{"--one", "1", "--one", "2"}, "--one: given more than once"},
      {{"--time", "0"}, "--time: 0 is not above 0"},
      {{"--time", "inf"}, "--time: 'inf' is not a number"},
      {{"--time", "1s"}, "--time: '1s' is not a number"},
      {{"--quiet=yes"}, "--quiet: takes no value"},
      {{"--gen", ","}, "--gen: ',': element 1 of the list is empty"},
      {{"--gen", "a,"}, "--gen: 'a,': element 2 of the list is empty"},
      {{"--gen", " "}, "--gen: empty list"},
      {{"--plies", "61"}, "--plies: 61 is above 60"},
      {{"--draw", "1"}, "--draw: expects 2 to 3 values"},
      {{"--draw", "1,2,3,4"}, "--draw: expects 2 to 3 values"},
      {{"--corrections", "c"}, "--corrections requires --suite"},
      {{"--suite", "s", "--fen", "f"}, "--suite cannot be combined with --fen"},
      {{"-qx"}, "unknown option '-x'"},
      {{"--dept"}, "unknown option '--dept'; did you mean --depth?"},
  };
  for (const auto& [arguments, message] : cases) EXPECT_EQ(result_of(arguments), message);
}

}  // namespace
}  // namespace plylab::cli
