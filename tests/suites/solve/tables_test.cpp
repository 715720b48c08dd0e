// What a field of contestants did, as tables.
#include "suites/solve/tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace plylab::suites::solve {
namespace {

// What STS Rating printed for Javafish 1.0, as its author quotes it beside the engine's own solver:
// the whole suite, and two of its themes.
TEST(StsRating, IsThatOfAPublishedRun) {
  EXPECT_EQ(std::round(sts_rating(7480, 15000).value()), 1977);
  EXPECT_EQ(std::round(sts_rating(482, 1000).value()), 1903);
  EXPECT_EQ(std::round(sts_rating(345, 1000).value()), 1293);
  EXPECT_FALSE(sts_rating(0, 0));
}

// By hand: 0.2065 · 7480 + 154.51.
TEST(LucasRating, IsOfTheWholeSuiteAlone) {
  EXPECT_NEAR(lucas_rating(7480, 15000).value(), 1699.13, 0.005);
  EXPECT_FALSE(lucas_rating(748, 1500));
}

/// A solution that met the goal from then on.
Solution solved_at(const Moment& moment) {
  Solution solution;
  solution.assessment.at_end = true;
  solution.assessment.first = solution.assessment.kept_since = moment;
  return solution;
}

Solution solved_after(std::uint64_t nodes) {
  return solved_at({.nodes = nodes, .seconds = static_cast<double>(nodes) / 10'000});
}

const epd::Record record{};

/// The table of contestants who have solved such puzzles.
reports::Table within(const std::vector<Contestant>& contestants,
                      const std::vector<Solutions>& solutions, bool timed) {
  const std::vector<Puzzle> puzzles(solutions.size(), Puzzle{&record, {}});
  return solved_within({puzzles, contestants, solutions, find_criterion("end"),
                        timed ? 1.0 : std::numeric_limits<double>::infinity()});
}

TEST(SolvedWithin, CountsByStepsOfOneTwoAndFive) {
  const std::vector<Contestant> contestants = {{"pvs", "bitboard"}, {"an engine"}};
  const std::vector<Solutions> solutions = {
      {solved_after(15), solved_at({.nodes = 180, .seconds = 0.0004})},
      {solved_after(20), std::nullopt},
      {solved_after(21), std::nullopt},
      {Solution{}, std::nullopt}};
  const reports::Table nodes = within(contestants, solutions, false);
  ASSERT_EQ(nodes.rows.size(), 8U);
  const std::vector<std::pair<int, int>> expected = {{20, 2}, {50, 3}, {100, 3}, {200, 3},
                                                     {20, 0}, {50, 0}, {100, 0}, {200, 1}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(nodes.rows[i][2], reports::Cell(static_cast<std::uint64_t>(expected[i].first))) << i;
    EXPECT_EQ(nodes.rows[i][3], reports::Cell(static_cast<std::size_t>(expected[i].second))) << i;
  }
  EXPECT_EQ(nodes.rows[0][4], reports::Cell(50.0));
  EXPECT_EQ(nodes.rows[7][4], reports::Cell(100.0));
  EXPECT_EQ(nodes.rows[4][1], reports::Cell());

  const reports::Table time = within(contestants, solutions, true);
  ASSERT_EQ(time.rows.size(), 6U);  // 1, 2 and 5 ms
  EXPECT_EQ(time.rows[1][2], reports::Cell(0.002));
  EXPECT_EQ(time.rows[1][3], reports::Cell(std::size_t{2}));
  EXPECT_EQ(time.rows[3][3], reports::Cell(std::size_t{1}));
}

TEST(SolvedWithin, IsEmptyWhereNothingWasSolved) {
  EXPECT_TRUE(within({{"pvs"}}, {}, false).rows.empty());
  EXPECT_TRUE(within({{"pvs"}}, {{Solution{}}}, false).rows.empty());
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
  EXPECT_EQ(sums.columns.back().name, "late");
  EXPECT_EQ(sums.rows[0].back(), reports::Cell(std::uint64_t{0}));
  EXPECT_EQ(sums.rows[1].back(), reports::Cell(std::uint64_t{1}));
}

}  // namespace
}  // namespace plylab::suites::solve
