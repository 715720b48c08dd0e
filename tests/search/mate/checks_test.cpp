// The solver by checks: Dabbaba's examples, and never more than exhaustive search proves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "search/mate/solvers.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/mate_reference.h"

namespace plylab::search::mate {
namespace {

using testing::dabbaba_1;
using testing::dabbaba_2;
using testing::dabbaba_3;
using testing::line_of;
using testing::morphy;
using testing::problem;
using testing::replays_to_mate;
using ::testing::StartsWith;

TEST(Checks, SolveDabbabasMates) {
  for (const auto& [fen, moves, key] : {std::tuple(dabbaba_1, 10, "1... Qxh2+ 2. Kxh2 Rh5+"),
                                        std::tuple(dabbaba_2, 12, "1. Ng5+ Kg8 2. Nh6+")}) {
    const MateProblem asked = problem(fen);
    const MateAnswer answer = solve_by_checks(asked);
    EXPECT_EQ(answer.status, MateStatus::line_valid);
    EXPECT_EQ(answer.moves, moves);
    EXPECT_THAT(line_of(asked, answer), StartsWith(key));
    EXPECT_TRUE(replays_to_mate(asked, answer));
    EXPECT_LT(answer.nodes, 20'000U);
  }
}

TEST(Checks, WinDabbabasQueenByQuietCapturesOnly) {
  MateProblem asked = problem(dabbaba_3);
  EXPECT_EQ(solve_by_checks(asked).status, MateStatus::unknown);
  asked.checks.quiet_captures = true;
  const MateAnswer answer = solve_by_checks(asked);
  EXPECT_EQ(answer.status, MateStatus::found);
  EXPECT_FALSE(answer.mates());
  EXPECT_EQ(answer.gain, 8);  // the queen for a pawn
  EXPECT_THAT(line_of(asked, answer), StartsWith("1. g4+ Kg6 2. f5+ Kg5 3. Be3+ Kf6 4. e5+"));
  EXPECT_THAT(line_of(asked, answer), ::testing::EndsWith("7. Nxa8"));
}

/// Nielsen's third diagram turns on the order of equal moves: half of the orders need less than
/// 10,000 nodes, and none more than the 192,000 that he allowed.
TEST(Checks, FindDabbabasQueenInAnyOrderOfEqualMoves) {
  MateProblem asked = problem(dabbaba_3);
  asked.checks.quiet_captures = true;
  std::vector<std::uint64_t> nodes;
  for (std::uint64_t seed = 1; seed <= 101; ++seed) {
    asked.checks.tie_seed = seed;
    const MateAnswer answer = solve_by_checks(asked);
    ASSERT_EQ(answer.gain, 8);
    nodes.push_back(answer.nodes);
  }
  std::sort(nodes.begin(), nodes.end());
  EXPECT_LT(nodes[50], 10'000U);
  EXPECT_LT(nodes.back(), 192'000U);
}

/// The queen checks for ever: on d8, and on g5 or f6 when the king is on g7 or h8.
TEST(Checks, DrawByPerpetualCheck) {
  MateProblem asked = problem("6k1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1");
  EXPECT_EQ(solve_by_checks(asked).status, MateStatus::unknown);
  asked.checks.perpetual = true;
  const MateAnswer answer = solve_by_checks(asked);
  EXPECT_EQ(answer.status, MateStatus::found);
  EXPECT_TRUE(answer.perpetual);
  EXPECT_FALSE(answer.mates());
  EXPECT_THAT(line_of(asked, answer), StartsWith("1. Qd8+ Kg7 2. Qg5+"));
}

TEST(Checks, MateRatherThanDraw) {
  MateProblem asked = problem(dabbaba_1);
  asked.checks.perpetual = true;
  EXPECT_EQ(solve_by_checks(asked).moves, 10);
}

/// How far the effort goes, by Nielsen's table: another number of checks at a node is another
/// number of nodes.
TEST(Checks, VisitExactlyTheNodesThatTheEffortAllows) {
  EXPECT_EQ(solve_by_checks(problem(dabbaba_1)).nodes, 323U);
  EXPECT_EQ(solve_by_checks(problem(dabbaba_2)).nodes, 90U);
  EXPECT_EQ(solve_by_checks(problem(dabbaba_3)).nodes, 5094U);  // all rounds, in vain
}

TEST(Checks, SearchTheStagesThatAreAskedFor) {
  MateProblem asked = problem(dabbaba_2);
  asked.checks.stages = {24};
  const MateAnswer answer = solve_by_checks(asked);
  EXPECT_EQ(answer.moves, 12);
  ASSERT_TRUE(answer.round);
  EXPECT_EQ(answer.round->plies, 24);
  EXPECT_EQ(answer.round->effort, 16'000U);
  asked.checks.effort = 1;
  EXPECT_GT(solve_by_checks(asked).round->effort, 1U);
}

/// No search begins after a third of the nodes allowed is used up.
TEST(Checks, KeepTwoThirdsOfTheirNodesForTheLastSearch) {
  MateProblem asked = problem(dabbaba_3);
  asked.limits.nodes = 5'000;
  EXPECT_EQ(solve_by_checks(asked).nodes, 1746U);
}

TEST(Checks, FindNoMateThatNeedsAQuietMove) {
  EXPECT_EQ(solve_by_checks(problem(morphy)).status, MateStatus::unknown);
}

TEST(Checks, KeepToTheMovesAskedFor) {
  EXPECT_EQ(solve_by_checks(problem(dabbaba_1, 9)).status, MateStatus::unknown);
  EXPECT_EQ(solve_by_checks(problem(dabbaba_1, 10)).status, MateStatus::line_valid);
}

TEST(Checks, NeverClaimWhatExhaustiveSearchRefutes) {
  int mates = 0;
  std::uint64_t seed = 2;
  for (int i = 0; i < 2'000; ++i) {
    const MateProblem asked = problem(testing::draw_few_pieces(3 + i % 4, seed), 3);
    const MateAnswer claimed = solve_by_checks(asked);
    if (!claimed.mates()) continue;
    ++mates;
    const MateAnswer truth = solve_exhaustively(asked);
    ASSERT_EQ(claimed.status, MateStatus::line_valid);
    ASSERT_LE(claimed.moves, 3);
    ASSERT_TRUE(truth.mates()) << to_string(asked.position.setup());
    ASSERT_GE(claimed.moves, truth.moves);
  }
  EXPECT_GT(mates, 300);
}

}  // namespace
}  // namespace plylab::search::mate
