// The exhaustive solver: against the slow rules and on known problems.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mate/solvers.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/mate_reference.h"
#include "tests/support/random_games.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using testing::dabbaba_1;
using testing::line_of;
using testing::morphy;
using testing::problem;
using testing::replays_to_mate;
using ::testing::StartsWith;

/// Positions with few pieces in which mates of up to so many moves are looked for.
void expect_agreement(int positions, int pieces, int max_moves) {
  int mates = 0;
  std::uint64_t seed = static_cast<std::uint64_t>(pieces);
  for (int i = 0; i < positions; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(pieces, seed);
    const MateProblem asked = problem(setup, max_moves);
    const MateAnswer answer = solve_exhaustively(asked);
    const int right = testing::shortest_mate(setup, max_moves);
    if (right == 0) {
      ASSERT_EQ(answer.status, MateStatus::none_within) << to_string(setup);
      ASSERT_EQ(answer.refuted, max_moves);
      ASSERT_EQ(answer.moves, 0);
      continue;
    }
    ++mates;
    ASSERT_EQ(answer.status, MateStatus::shortest) << to_string(setup);
    ASSERT_EQ(answer.moves, right) << to_string(setup);
    ASSERT_TRUE(replays_to_mate(asked, answer)) << to_string(setup);
    ASSERT_TRUE(testing::mates_by(setup, answer.line.front(), right)) << to_string(setup);
  }
  EXPECT_GT(mates, positions / 10);
  EXPECT_LT(mates, positions);
}

TEST(Exhaustive, AgreesWithTheSlowRulesInOneMove) { expect_agreement(2'000, 5, 1); }
TEST(Exhaustive, AgreesWithTheSlowRulesInTwoMoves) { expect_agreement(1'000, 4, 2); }
TEST(Exhaustive, AgreesWithTheSlowRulesInThreeMoves) { expect_agreement(400, 2, 3); }

/// Promotions, e.p. captures and castling mate too.
TEST(Exhaustive, AgreesWithTheSlowRulesOnFullBoards) {
  int mates = 0;
  const auto compare = [&](const chess::Setup& setup, const auto&, Move) {
    const bool right = testing::mates_within(setup, 1);
    mates += right;
    EXPECT_EQ(solve_exhaustively(problem(setup, 1)).mates(), right) << to_string(setup);
  };
  testing::random_positions(4'000, 60, compare);
  testing::random_chess960_positions(4'000, compare);
  EXPECT_GT(mates, 100);
}

TEST(Exhaustive, SolvesKnownProblems) {
  struct Known {
    const char* fen;
    int moves;
    const char* key;
  };
  for (const auto& [fen, moves, key] : {
           // Morphy
           Known{morphy, 2, "1. Ra6"},
           // Réti-Tartakower, Vienna 1910
           Known{"rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq -", 3, "1. Qd8+"},
           // Anderssen-Dufresne, Berlin 1852
           Known{"1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - -", 4, "1. Qxd7+"},
           // Loyd's Excelsior, 1861
           Known{"n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", 5, "1. b4"},
       }) {
    const MateProblem asked = problem(fen);
    const MateAnswer answer = solve_exhaustively(asked);
    EXPECT_EQ(answer.status, MateStatus::shortest) << fen;
    EXPECT_EQ(answer.moves, moves) << fen;
    EXPECT_EQ(answer.refuted, moves - 1) << fen;
    EXPECT_THAT(line_of(asked, answer), StartsWith(key));
    EXPECT_TRUE(replays_to_mate(asked, answer)) << fen;
    EXPECT_EQ(shortest_mate(asked).keys.size(), 1U) << fen;
  }
}

TEST(Exhaustive, GivesTheSameAnswerWithoutRoomForATable) {
  MateProblem asked = problem("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - -", 4);
  asked.table_bytes = 1;
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::none_within);
  asked = problem("1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - -");
  asked.table_bytes = 1;
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::shortest);
}

TEST(Exhaustive, SaysHowFarItCame) {
  MateProblem asked = problem(dabbaba_1);
  asked.limits.nodes = 200'000;
  const MateAnswer answer = solve_exhaustively(asked);
  EXPECT_EQ(answer.status, MateStatus::none_within);
  EXPECT_EQ(answer.refuted, 4);
  EXPECT_EQ(answer.nodes, 200'000U);
  EXPECT_EQ(solve_exhaustively(asked).refuted, 4);

  asked.limits.nodes = 1;
  EXPECT_EQ(solve_exhaustively(asked).refuted, 1);
  EXPECT_EQ(solve_exhaustively(asked).status, MateStatus::none_within);
}

TEST(Exhaustive, IgnoresTheFiftyMoveRule) {
  EXPECT_EQ(solve_exhaustively(problem("kbK5/pp6/1P6/8/8/8/8/R7 w - - 99 80")).moves, 2);
}

}  // namespace
}  // namespace plylab::search::mate
