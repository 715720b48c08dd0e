// Reports to be written, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>

#include "gen/base/input_error.h"
#include "reports/tables/table.h"
#include "tests/support/input_error_of.h"

namespace plylab::reports {

/// 2^64, the first count that JSON numbers do not hold.
inline constexpr Uint128 beyond_64_bits = Uint128{1} << 64;

inline Report sample() {
  Table table;
  table.name = "perft";
  table.title = "Perft | divide";
  table.columns = {{"position", "", "name of the position"},
                   {"depth", "", "plies"},
                   {"leaves", "", "legal move paths"},
                   {"time", "s", "wall clock", 2},
                   {"right", "", "as published"},
                   {"remark", "", "in words"}};
  table.add({"startpos", 6, 119060324u, 0.125, true, "says \"fast\", and more"});
  table.add({"größte", -1, beyond_64_bits, 1234.5, false, "mate | 1#\nnext"});
  table.add(
      {std::string(), 15, std::numeric_limits<std::uint64_t>::max(), {}, {}, "bad \xFF byte"});
  table.notes = {"Bulk counting is on."};
  Report report;
  report.provenance = {"0.1",
                       "abc1234",
                       "GNU 12.2.0",
                       "-O3",
                       "Release",
                       "EPYC",
                       {"avx2"},
                       2,
                       "2025-01-02T03:04:05Z",
                       "plylab perft 6",
                       "Linux 6"};
  report.tables = {table};
  return report;
}

/// A table with one column of words between numbers.
inline Report words(const std::string& text) {
  Table table;
  table.name = "words";
  table.columns = {{"count"}, {"fen"}, {"leaves"}};
  table.add({1, "short", 20});
  table.add({2, text, beyond_64_bits});
  Report report;
  report.tables = {table};
  return report;
}

/// A table as the command solve has it: three positions, two searches.
inline Report solved() {
  const auto steps = [](const char* name, const char* of, const char* label) {
    return Picture{.name = name,
                   .summary = "",
                   .form = Form::steps,
                   .of = of,
                   .label = label,
                   .title = "Solved"};
  };
  Table solutions{"solutions",
                  "",
                  {{"position", "", "", 0, Role::position},
                   {"search", "", "", 0, Role::contestant},
                   {"solved", "", "", 0, Role::solved},
                   {"solved_in", "s"},
                   {"solved_visited"}}};
  solutions.pictures = {
      {.name = "scatter",
       .summary = "",
       .form = Form::scatter,
       .of = "solved_visited",
       .label = "visited nodes until it was solved",
       .title = "Positions that both solved"},
      steps("solved_time", "solved_in", "seconds until it was solved"),
      steps("solved_nodes", "solved_visited", "visited nodes until it was solved")};
  solutions.rows = {{"a", "pvs", true, 2.0, 200},       {"a", "mtdf & co", true, 1.0, 100},
                    {"b", "pvs", false, 0.5, 50},  // found and lost again
                    {"b", "mtdf & co", true, 4.0, 400}, {"c", "pvs", true, 0.0, 1},
                    {"c", "mtdf & co", false, 0.1, 10}};
  return {.tables = {solutions}};
}

inline std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto bytes_that_show = std::count_if(line.begin(), line.end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    });
    longest = std::max(longest, static_cast<std::size_t>(bytes_that_show));
  }
  return longest;
}

inline void expect_input_error(const std::string& what, const auto& action) {
  EXPECT_EQ(testing::input_error_of(action), what);
}

}  // namespace plylab::reports
