// The solver by proof numbers: never more than exhaustive search proves, and mates beyond it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/mate/exhaustive.h"
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
void expect_no_contradiction(const chess::Setup& setup, int max_moves, int& mates,
                             int threads = 1) {
  MateProblem asked = problem(setup, max_moves);
  const MateAnswer truth = solve_exhaustively(asked);
  asked.limits.nodes = 3000;
  asked.threads = threads;
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

TEST(ProofNumbers, NeverClaimIfThreadsShareThem) {
  int mates = 0;
  std::uint64_t seed = 2;
  for (int i = 0; i < 300 && !::testing::Test::HasFatalFailure(); ++i)
    expect_no_contradiction(testing::draw_few_pieces(2 + i % 6, seed), 2 + i % 2, mates, 2 + i % 3);
  EXPECT_GT(mates, 20);
}

TEST(ProofNumbers, FindTheSameMatesByThreads) {
  for (const int threads : {2, 3, 8}) {
    MateProblem asked = problem(dabbaba_1, 8);
    asked.threads = threads;
    asked.limits.nodes = 10'000'000;
    const MateAnswer answer = solve_by_proof_numbers(asked);
    EXPECT_EQ(answer.status, MateStatus::line_valid) << threads;
    EXPECT_EQ(answer.moves, 8) << threads;
    EXPECT_TRUE(replays_to_mate(asked, answer)) << threads;
  }
}

// A thread that goes on after another has decided the problem must not lose the decision.
TEST(ProofNumbers, AreDecidedWhicheverThreadEndsFirst) {
  MateProblem asked = problem("K7/5P1n/7B/6k1/8/8/2b5/8 b - -", 4);
  for (int i = 0; i < 40; ++i) {
    asked.threads = 2 + i % 3;
    ASSERT_EQ(solve_by_proof_numbers(asked).status, MateStatus::none_within) << i;
  }
}

// The nodes of all threads together.
TEST(ProofNumbers, StayWithinTheirNodesByThreads) {
  for (const std::uint64_t nodes : {1, 2, 3, 1000, 1001}) {
    MateProblem asked = problem(chess::parse_fen(chess::startpos_fen), 0);
    asked.threads = 2;
    asked.limits.nodes = nodes;
    const MateAnswer answer = solve_by_proof_numbers(asked);
    EXPECT_EQ(answer.status, MateStatus::unknown);
    EXPECT_EQ(answer.nodes, nodes);
  }
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

TEST(ProofNumbers, NeedNoBound) {
  const MateProblem asked = problem(dabbaba_2);
  const MateAnswer answer = solve_by_proof_numbers(asked);
  EXPECT_EQ(answer.status, MateStatus::line_valid);
  EXPECT_GE(answer.moves, 12);
  EXPECT_TRUE(replays_to_mate(asked, answer));
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

/// By both sides, and by exhaustive search: the same length, proved by both, and the same keys.
void expect_the_shortest(const chess::Setup& setup, int max_moves, int& mates) {
  const MateProblem asked = problem(setup, max_moves);
  const MateAnswer truth = solve_exhaustively(asked), answer = solve_from_both_sides(asked);
  ASSERT_EQ(answer.status, truth.status) << to_string(setup) << ", " << max_moves;
  ASSERT_EQ(answer.moves, truth.moves) << to_string(setup);
  if (!answer.mates()) return;
  ++mates;
  ASSERT_EQ(answer.refuted, answer.moves - 1);
  ASSERT_EQ(answer.line.size(), 2 * static_cast<std::size_t>(answer.moves) - 1);
  ASSERT_TRUE(replays_to_mate(asked, answer)) << to_string(setup);
  const ShortestMate with_keys = shortest_mate(asked);
  ASSERT_TRUE(with_keys.complete);
  ASSERT_EQ(with_keys.moves, truth.moves);
  Budget budget(asked.limits);
  MateTable table(asked.table_bytes);
  ASSERT_EQ(with_keys.keys,
            ExhaustiveSearch(Board(asked.position), budget, table).keys(truth.moves))
      << to_string(setup);
}

TEST(BothSides, MeetAtTheShortestMate) {
  int mates = 0;
  std::uint64_t seed = 1;
  for (int i = 0; i < testing::cases(8'000) && !::testing::Test::HasFatalFailure(); ++i)
    expect_the_shortest(testing::draw_few_pieces(2 + i % 6, seed), 2 + i % 2, mates);
  EXPECT_GT(mates, testing::cases(1'500));
}

TEST(ShortestMate, WeakensItsClaimWithFewerNodes) {
  const auto records = testing::shipped_suite("mates");
  for (std::size_t i = 240; i < records.size(); i += 60) {
    MateProblem asked = problem(records[i].setup, 0);
    const ShortestMate whole = shortest_mate(asked);
    ASSERT_TRUE(whole.complete);
    EXPECT_EQ(whole.keys.size(), 1U) << *records[i].id();
    for (std::uint64_t nodes = 1; nodes < 1'000'000; nodes *= 3) {
      asked.limits.nodes = nodes;
      const ShortestMate cut = shortest_mate(asked);
      EXPECT_LE(cut.refuted, whole.refuted);
      if (cut.moves != 0) {
        EXPECT_EQ(cut.moves, whole.moves);
      }
      if (cut.complete) {
        EXPECT_EQ(cut.keys, whole.keys);
      } else {
        EXPECT_TRUE(cut.keys.empty());
      }
    }
  }
}

TEST(BothSides, WeakenTheirClaimWithFewerNodes) {
  const auto records = testing::shipped_suite("mates");
  for (std::size_t i = 200; i < records.size(); i += 50) {
    const auto length = static_cast<int>(*records[i].mate_distance());
    MateAnswer before;
    for (std::uint64_t nodes = 100; before.status != MateStatus::shortest; nodes *= 2) {
      MateProblem asked = problem(records[i].setup, 0);
      asked.limits.nodes = nodes;
      const MateAnswer answer = solve_from_both_sides(asked);
      EXPECT_LE(answer.nodes, nodes);
      EXPECT_GE(answer.status == MateStatus::unknown ? MateStatus::none_within : answer.status,
                before.status)
          << *records[i].id() << ", " << nodes;
      EXPECT_GE(answer.refuted, before.refuted);
      EXPECT_LT(answer.refuted, length);
      if (answer.mates()) {
        EXPECT_GE(answer.moves, length);
        if (before.mates()) {
          EXPECT_LE(answer.moves, before.moves);
        }
      }
      before = answer;
      if (before.status == MateStatus::unknown) before.status = MateStatus::none_within;
    }
    EXPECT_EQ(before.moves, length);
  }
}

}  // namespace
}  // namespace plylab::search::mate
