// Mates in variants of chess: against the slow rules, and the one that is in print.
#include <gtest/gtest.h>

#include "gen/base/input_error.h"
#include "search/mate/solvers.h"
#include "tests/search/mate/mate_reference.h"

namespace plylab::search::mate {
namespace {

using chess::FairyVariant;
using chess::VariantSetup;
using VariantProblem = MateProblemOf<VariantSetup>;

VariantProblem problem(const VariantSetup& position, int max_moves) {
  VariantProblem problem{position};
  problem.max_moves = max_moves;
  problem.table_bytes = 1 << 20;
  return problem;
}

/// Whether the answer's line is legal by the slow rules and ends in a mate when it says.
bool replays_to_mate(const VariantSetup& position, const MateAnswer& answer) {
  chess::Setup setup = position.setup();
  for (const chess::Move move : answer.line) {
    const auto legal = legal_moves(setup, position.variant());
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    setup = after(setup, move, position.variant());
  }
  return testing::is_mated(setup, position.variant()) &&
         static_cast<int>(answer.line.size()) == 2 * answer.moves - 1;
}

class MatesInVariants : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Games, MatesInVariants, ::testing::ValuesIn(variant_names()),
                         [](const auto& name) { return name.param; });

TEST_P(MatesInVariants, AreThoseOfTheSlowRules) {
  const auto number = read_variant(GetParam(), "startpos").number();
  std::uint64_t seed = 1;
  int mates = 0;
  constexpr int positions = 300, max_moves = 2;
  for (int i = 0; i < positions; ++i) {
    const VariantSetup position(
        number,
        testing::draw_few_pieces(4, seed, chess::fairy_variants[static_cast<std::size_t>(number)]));
    SCOPED_TRACE(to_string(position.setup()));
    const int right = testing::shortest_mate(position.setup(), max_moves, position.variant());
    const MateAnswer shortest = solve_exhaustively(problem(position, max_moves));
    const MateAnswer proved = solve_by_proof_numbers(problem(position, max_moves));
    if (right == 0) {
      ASSERT_EQ(shortest.status, MateStatus::none_within);
      ASSERT_EQ(proved.status, MateStatus::none_within);
      continue;
    }
    ++mates;
    ASSERT_EQ(shortest.status, MateStatus::shortest);
    ASSERT_EQ(shortest.moves, right);
    ASSERT_TRUE(replays_to_mate(position, shortest));
    ASSERT_EQ(proved.status, MateStatus::line_valid);
    ASSERT_TRUE(replays_to_mate(position, proved));
  }
  EXPECT_GT(mates, positions / 10);
  EXPECT_LT(mates, positions);
}

// Nielsen's game: 29.Bf7+! Nxf7 30.Ng8 Nxe5 31.Nf6#.
TEST(MateInStationaryChess, IsInThreeMovesByTheBishop) {
  const VariantSetup position =
      read_variant("stationary", "r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - - 0 1");
  const MateAnswer shortest = solve_exhaustively(problem(position, 0));
  EXPECT_EQ(shortest.status, MateStatus::shortest);
  EXPECT_EQ(shortest.moves, 3);
  EXPECT_TRUE(replays_to_mate(position, shortest));
  EXPECT_TRUE(replays_to_mate(position, solve_by_proof_numbers(problem(position, 3))));
  EXPECT_TRUE(testing::mates_by(position.setup(), {chess::c4, chess::f7, chess::MoveKind::quiet}, 3,
                                position.variant()));
}

TEST(VariantNames, AreThoseOfGames) {
  EXPECT_THROW(read_variant("chess", "startpos"), InputError);
  EXPECT_THROW(read_variant("dabbaba", "8/8/8/8/8/8/8/8 w - - 0 1"), InputError);
}

}  // namespace
}  // namespace plylab::search::mate
