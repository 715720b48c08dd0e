// The solver by proof numbers: never more than exhaustive search proves, and mates beyond it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mate/solvers.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/mate_reference.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab::search::mate {
namespace {

using chess::Move;
using testing::dabbaba_1;
using testing::dabbaba_2;
using testing::line_of;
using testing::problem;
using testing::replays_to_mate;
using ::testing::StartsWith;

/// Asks both about the same bound; they must not contradict each other. Counts the mates.
void expect_no_contradiction(const chess::Setup& setup, int max_moves, int& mates) {
  MateProblem asked = problem(setup, max_moves);
  const MateAnswer truth = solve_exhaustively(asked);
  asked.limits.nodes = 3000;
  const MateAnswer claimed = solve_by_proof_numbers(asked);
  if (claimed.status == MateStatus::unknown) return;
  ASSERT_EQ(claimed.mates(), truth.mates()) << to_string(setup) << ", " << max_moves;
  if (!claimed.mates()) return;
  ++mates;
  ASSERT_EQ(claimed.status, MateStatus::line_valid) << to_string(setup);
  ASSERT_GE(claimed.moves, truth.moves) << to_string(setup);
  ASSERT_TRUE(replays_to_mate(asked, claimed)) << to_string(setup);
}

TEST(ProofNumbers, NeverClaimWhatExhaustiveSearchRefutes) {
  int mates = 0;
  std::uint64_t seed = 1;
  for (int i = 0; i < testing::cases(14'000) && !::testing::Test::HasFatalFailure(); ++i)
    expect_no_contradiction(testing::draw_few_pieces(2 + i % 6, seed), 2 + i % 2, mates);
  testing::random_positions(testing::cases(6'000), 60,
                            [&](const chess::Setup& setup, const auto&, Move) {
                              if (!::testing::Test::HasFatalFailure())
                                expect_no_contradiction(setup, 2, mates);
                            });
  EXPECT_GT(mates, testing::cases(3'000));
}

TEST(ProofNumbers, FindMatesFarBeyondFullWidth) {
  for (const auto& [fen, moves] : {std::pair(dabbaba_1, 10), std::pair(dabbaba_2, 12)}) {
    const MateProblem asked = problem(fen, moves);
    const MateAnswer answer = solve_by_proof_numbers(asked);
    EXPECT_EQ(answer.status, MateStatus::line_valid);
    EXPECT_LE(answer.moves, moves);
    EXPECT_TRUE(replays_to_mate(asked, answer));
  }
}

TEST(ProofNumbers, FindTheMateInEightThatQuietMovesAllow) {
  const MateProblem asked = problem(dabbaba_1, 8);
  const MateAnswer answer = solve_by_proof_numbers(asked);
  EXPECT_EQ(answer.status, MateStatus::line_valid);
  EXPECT_EQ(answer.moves, 8);
  EXPECT_THAT(line_of(asked, answer), StartsWith("1... Qxh2+"));
  EXPECT_TRUE(replays_to_mate(asked, answer));
}

TEST(ProofNumbers, RaiseTheirBoundThemselves) {
  const MateAnswer answer = solve_by_proof_numbers(problem(dabbaba_2));
  EXPECT_EQ(answer.status, MateStatus::line_valid);
  EXPECT_EQ(answer.moves, 12);
}

TEST(ProofNumbers, FindTheSameMatesInASmallTable) {
  MateProblem asked = problem(dabbaba_1, 8);
  asked.table_bytes = 1 << 14;
  asked.limits.nodes = 3'000'000;
  EXPECT_EQ(solve_by_proof_numbers(asked).status, MateStatus::line_valid);
}

// Its proof numbers grow beyond what they can hold, and it once went on for ever without a node.
TEST(ProofNumbers, EndWithinTheirNodesWhereNumbersSaturate) {
  MateProblem asked = problem("kB3r1K/2P4B/P5P1/4r3/2N1n3/1RP4N/3b4/6RQ w - - 0 1");
  asked.limits.nodes = 1'000'000;
  EXPECT_LE(solve_by_proof_numbers(asked).nodes, asked.limits.nodes);
}

}  // namespace
}  // namespace plylab::search::mate
