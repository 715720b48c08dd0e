// What a field of contestants did, as tables.
#include "suites/solve/tables.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plylab::suites::solve {
namespace {

/// A solution that met the goal from then on.
Solution solved_at(const Moment& moment) {
  return {{}, Assessment{.at_end = true, .first = moment, .kept_since = moment}};
}

TEST(SideBySide, MarksAnswersAfterTheLimitOfTime) {
  const epd::Record asked = epd::parse_record("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;");
  std::vector<std::string> problems;
  const std::vector<Puzzle> puzzles{{&asked, goal_of(asked, problems)}};
  const std::vector<Contestant> contestants{{"in time"}, {"too late"}};
  Solution solution = solved_at({.depth = 3, .nodes = 100, .seconds = 0.5});
  solution.reply.seconds = 1.05;
  std::vector<Solutions> solutions{{solution, solution}};
  solutions[0][1]->reply.seconds = 3;
  const Results results{puzzles, contestants, solutions, find_criterion("end"), 1.0};
  const reports::Table table = side_by_side(results);
  EXPECT_EQ(table.rows[0][2], reports::Cell("0.50 s at 3"));
  EXPECT_EQ(table.rows[0][3], reports::Cell("0.50 s at 3, late"));
  const reports::Table sums = summary(results);
  const auto late = std::ranges::find(sums.columns, "late", &reports::Column::name);
  ASSERT_NE(late, sums.columns.end());
  const auto place = static_cast<std::size_t>(late - sums.columns.begin());
  EXPECT_EQ(sums.rows[0][place], reports::Cell(std::uint64_t{0}));
  EXPECT_EQ(sums.rows[1][place], reports::Cell(std::uint64_t{1}));
}

}  // namespace
}  // namespace plylab::suites::solve
