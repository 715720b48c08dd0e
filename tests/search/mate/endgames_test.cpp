// The mate solvers and endgame tables, which know nothing of each other: their mates must be the
// same.
#include <gtest/gtest.h>

#include "gen/base/random.h"
#include "gen/chess/endgames/table.h"
#include "search/mate/solvers.h"
#include "tests/support/endgame_folder.h"

namespace plylab::search::mate {
namespace {

using chess::EndgameTable;

/// Whether the solver finds the table's mate if that takes at most so many moves, and else that
/// there is none.
void expect_same_mate(const EndgameTable& table, Side side, std::size_t slot, int max_moves) {
  const DistanceValue truth = table.value(side, slot);
  const auto setup = setup_of(table.ending(), table.slots().placement(slot), side);
  MateProblem problem{chess::ValidSetup(setup), max_moves};
  problem.table_bytes = 1 << 16;
  const MateAnswer found = solve_exhaustively(problem);
  const int moves = static_cast<int>(truth.moves());
  const bool mates = truth.is_win() && moves <= max_moves;
  ASSERT_EQ(found.mates(), mates) << to_string(setup) << ": " << to_string(truth);
  if (mates)
    ASSERT_EQ(found.moves, moves) << to_string(setup);
  else
    ASSERT_EQ(found.refuted, max_moves) << to_string(setup);
}

class MatesOfTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { testing::endgame_folder(4); }
};

TEST_F(MatesOfTables, InThreeAreThoseOfTheSolverInAllPositionsOfThreeMen) {
  for (const auto& [ending, table] : testing::endgame_tables().all()) {
    if (ending.size() > 3) continue;
    for (const Side side : {chess::white, chess::black})
      for (std::size_t slot = 0; slot < table->slots().size(); ++slot) {
        if (!table->value(side, slot).exists()) continue;
        ASSERT_NO_FATAL_FAILURE(expect_same_mate(*table, side, slot, 3));
      }
  }
}

/// Calls expect(table, side, slot) for so many positions drawn from each table.
void draw_positions(unsigned men, int positions, auto&& expect) {
  std::uint64_t seed = 1;
  for (const auto& [ending, table] : testing::endgame_tables().all()) {
    if (ending.size() != men) continue;
    for (int done = 0; done < positions;) {
      const std::uint64_t number = splitmix64(seed);
      const std::size_t slot = (number >> 1) % table->slots().size();
      const Side side = (number & 1) != 0 ? chess::white : chess::black;
      if (!table->value(side, slot).exists()) continue;
      ++done;
      ASSERT_NO_FATAL_FAILURE(expect(*table, side, slot));
    }
  }
}

void expect_same_mates(unsigned men, int positions, int max_moves) {
  draw_positions(men, positions, [&](const EndgameTable& table, Side side, std::size_t slot) {
    expect_same_mate(table, side, slot, max_moves);
  });
}

TEST_F(MatesOfTables, InFourAreThoseOfTheSolverInPositionsOfThreeMen) {
  expect_same_mates(3, 4'000, 4);
}
TEST_F(MatesOfTables, InThreeAreThoseOfTheSolverInPositionsOfFourMen) {
  expect_same_mates(4, 3'000, 3);
}
TEST_F(MatesOfTables, InTwoAreThoseOfTheSolverInAMillionPositionsOfFourMen) {
  expect_same_mates(4, 40'000, 2);
}

// Without a bound, most of the lines that it leaves have repeated a position. Nothing may follow
// from that for the position itself.
TEST_F(MatesOfTables, AreNotContradictedByProofNumbersWithoutABound) {
  int mates = 0, refuted = 0;
  const auto expect = [&](const EndgameTable& table, Side side, std::size_t slot) {
    const DistanceValue truth = table.value(side, slot);
    const auto setup = setup_of(table.ending(), table.slots().placement(slot), side);
    MateProblem problem{chess::ValidSetup(setup)};
    problem.table_bytes = 1 << 16;
    problem.limits.nodes = 2000;
    const MateAnswer answer = solve_by_proof_numbers(problem);
    if (answer.mates()) {
      ++mates;
      ASSERT_TRUE(truth.is_win()) << to_string(setup) << ": " << to_string(truth);
      ASSERT_GE(answer.moves, static_cast<int>(truth.moves())) << to_string(setup);
    } else if (answer.refuted > 0) {
      ++refuted;
      ASSERT_TRUE(!truth.is_win() || static_cast<int>(truth.moves()) > answer.refuted)
          << to_string(setup) << ": " << to_string(truth);
    }
  };
  draw_positions(3, 2'000, expect);
  draw_positions(4, 200, expect);
  EXPECT_GT(mates, 1'000);
  EXPECT_GT(refuted, 1'000);
}

}  // namespace
}  // namespace plylab::search::mate
