// The curves of what was solved within how much.
#include "suites/solve/solved_within.h"

#include <gtest/gtest.h>

namespace plylab::suites::solve {
namespace {

/// A solution that met the goal from then on.
Solution solved_at(const Moment& moment) {
  Solution solution;
  solution.assessment.at_end = true;
  solution.assessment.first = solution.assessment.kept_since = moment;
  return solution;
}

TEST(SolvedWithin, CountsByStepsOfOneTwoAndFive) {
  const std::vector<Entrant> contestants = {{"pvs", "bitboard"}, {"an engine"}};
  SolvedWithin by_nodes(2, find_criterion("end"), false);
  SolvedWithin by_time(2, find_criterion("end"), true);
  const auto add = [&](std::size_t who, const Solution& solution) {
    by_nodes.add(who, solution);
    by_time.add(who, solution);
  };
  for (const std::uint64_t nodes : {15U, 20U, 21U})
    add(0, solved_at({.nodes = nodes, .seconds = static_cast<double>(nodes) / 10'000}));
  add(0, {});
  add(1, solved_at({.nodes = 180, .seconds = 0.0004}));
  const reports::Table nodes = by_nodes.table(contestants);
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

  const reports::Table time = by_time.table(contestants);
  ASSERT_EQ(time.rows.size(), 6U);  // 1, 2 and 5 ms
  EXPECT_EQ(time.rows[1][2], reports::Cell(0.002));
  EXPECT_EQ(time.rows[1][3], reports::Cell(std::size_t{2}));
  EXPECT_EQ(time.rows[3][3], reports::Cell(std::size_t{1}));
}

TEST(SolvedWithin, IsEmptyWhereNothingWasSolved) {
  SolvedWithin none(1, find_criterion("end"), false);
  EXPECT_TRUE(none.table({{"pvs"}}).rows.empty());
  none.add(0, {});
  EXPECT_TRUE(none.table({{"pvs"}}).rows.empty());
}

}  // namespace
}  // namespace plylab::suites::solve
