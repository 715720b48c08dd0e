// Nets of helpmates: what they rule out must not be possible.
#include "search/mate/mating_nets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "gen/base/random.h"
#include "gen/chess/board/reference.h"
#include "tests/search/mate/mate_problems.h"
#include "tests/search/mate/stipulation_reference.h"
#include "tests/support/cases.h"
#include "tests/support/random_games.h"

namespace plylab::search::mate {
namespace {

/// By nets that remember all positions before, as in a search.
bool may_mate(const chess::Setup& setup, chess::Color mating, int own_moves, int other_moves) {
  static std::array<MatingNets, 2> nets{MatingNets(chess::white), MatingNets(chess::black)};
  const Board board{chess::ValidSetup(setup)};
  return nets[mating == chess::white ? 0 : 1].may_mate(board.planes(), own_moves, other_moves);
}

TEST(MatingNets, KnowWhenTheWayIsTooLong) {
  const auto king_and_rook = chess::parse_fen("8/8/8/3k4/8/8/8/K6R b - -");
  EXPECT_FALSE(may_mate(king_and_rook, chess::white, 2, 3));
  EXPECT_FALSE(may_mate(king_and_rook, chess::white, 3, 2));
  EXPECT_TRUE(may_mate(king_and_rook, chess::white, 3, 3));  // Kc3 and Ra1 against the king on a3
  // Kc6 and Ra1 against the king on a6.
  const auto in_the_corner = chess::parse_fen("k7/8/8/1K6/8/8/8/1R6 b - -");
  EXPECT_FALSE(may_mate(in_the_corner, chess::white, 1, 1));
  EXPECT_TRUE(may_mate(in_the_corner, chess::white, 2, 2));
}

// A queen on a1 after a promotion; its place and the moves left were once mixed up.
TEST(MatingNets, LeaveAllSeries) {
  const auto asked =
      testing::composition(chess::parse_fen("3K4/5k2/8/8/8/6P1/7p/8 b - -"), "ser-#5");
  EXPECT_EQ(solve(asked).lines.size(), 620U);
}

// With a lone bishop, Black must block the squares that it does not reach himself.
TEST(MatingNets, CountTheMovesOfMenThatBlock) {
  EXPECT_FALSE(may_mate(chess::parse_fen("k7/8/8/8/8/8/8/K1B5 b - -"), chess::white, 12, 20));
  const auto with_men = chess::parse_fen("kb6/8/K7/p7/8/8/8/2B5 b - -");
  EXPECT_FALSE(may_mate(with_men, chess::white, 3, 0));
  EXPECT_TRUE(may_mate(chess::parse_fen("kb6/p7/8/K7/8/8/8/5B2 b - -"), chess::white, 2, 2));
}

/// Draws lines until one ends in mate, and goes back from there: at no step may the mate be ruled
/// out. Returns whether one was found.
bool expect_reachable(const chess::Setup& start, std::uint64_t& seed) {
  constexpr std::size_t most_plies = 16;
  std::vector<chess::Setup> line{start};
  while (line.size() <= most_plies) {
    const auto moves = chess::legal_moves(line.back());
    if (moves.empty()) break;
    line.push_back(chess::after(line.back(), moves[splitmix64(seed) % moves.size()]));
  }
  if (!testing::is_reached(line.back(), Goal::mate)) return false;
  const chess::Color mating = !line.back().side;
  for (std::size_t i = line.size() - 1; i-- > 0;) {
    const auto plies = static_cast<int>(line.size() - 1 - i);
    EXPECT_TRUE(may_mate(line[i], mating, (plies + 1) / 2, plies / 2))
        << to_string(line[i]) << ", " << plies << " plies before " << to_string(line.back());
  }
  return true;
}

TEST(MatingNets, NeverRuleOutAMateThatCameAbout) {
  int mates = 0;
  std::uint64_t seed = 1;
  for (int i = 0; i < testing::cases(400'000) && !::testing::Test::HasFailure(); ++i)
    mates += expect_reachable(testing::draw_few_pieces(1 + i % 8, seed), seed);
  EXPECT_GT(mates, testing::cases(4'000));
}

// Few lines are left, so that a mate that should have been found stands out.
TEST(MatingNets, LeaveAllHelpmates) {
  int mates = 0;
  std::uint64_t seed = 7;
  for (int i = 0; i < testing::cases(1'500) && !::testing::Test::HasFailure(); ++i) {
    const chess::Setup setup = testing::draw_few_pieces(1 + i % 4, seed);
    for (const int plies : {2, 3}) {
      if (plies == 3 && i % 4 > 1) continue;
      const std::uint64_t lines = testing::help_lines(setup, Goal::mate, plies);
      if (lines == 0) continue;
      ++mates;
      const chess::Color mating = plies % 2 == 1 ? setup.side : !setup.side;
      EXPECT_TRUE(may_mate(setup, mating, (plies + 1) / 2, plies / 2)) << to_string(setup);
    }
  }
  EXPECT_GT(mates, 0);
}

chess::Setup mirrored(const chess::Setup& setup) {
  chess::Setup mirror = setup;
  for (std::size_t square = 0; square < 64; ++square)
    mirror.squares[square] = setup.squares[square ^ 7];
  return mirror;
}

// What is remembered for one position must not be taken for another's.
TEST(MatingNets, LeaveAsManyHelpmatesInTheMirror) {
  const auto lines = [](const chess::Setup& setup) {
    const Solution solution = solve(testing::composition(setup, "h#3"));
    EXPECT_TRUE(solution.complete);
    return solution.lines.size();
  };
  const auto with_bishop = chess::parse_fen("6n1/8/8/8/KR6/8/8/B2k4 b - -");
  EXPECT_EQ(lines(with_bishop), 150U);
  EXPECT_EQ(lines(mirrored(with_bishop)), 150U);
  std::size_t solved = 0;
  std::uint64_t seed = 3;
  const int positions = std::max(testing::cases(80), 10);  // of fewer, none may have a solution
  for (int i = 0; i < positions; ++i) {
    const chess::Setup setup = testing::draw_few_pieces(2 + i % 2, seed);
    if (setup.en_passant != chess::no_square) continue;
    const std::size_t here = lines(setup);
    EXPECT_EQ(lines(mirrored(setup)), here) << to_string(setup);
    solved += here > 0;
  }
  EXPECT_GT(solved, testing::cases(5));
}

TEST(MatingNets, RuleOutMostOfALongHelpmate) {
  const auto asked =
      testing::composition(chess::parse_fen("8/p5bb/1p2k3/8/4b3/2P5/3K4/8 b - -"), "h#5");
  const Solution solution = solve(asked);
  EXPECT_TRUE(solution.complete);
  EXPECT_EQ(solution.lines.size(), 384);
  EXPECT_LT(solution.nodes, 200'000);  // 108 million without nets
}

}  // namespace
}  // namespace plylab::search::mate
