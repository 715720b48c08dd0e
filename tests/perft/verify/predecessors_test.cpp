#include "perft/verify/predecessors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/chess/board/notation.h"
#include "gen/chess/board/reference.h"
#include "tests/support/random_games.h"

namespace plylab::perft::verify {
namespace {

using chess::Move;
using chess::Square;

void expect_ways(const chess::Setup& position, Square piece, std::size_t moves) {
  for (const ReachedPosition& way : ways_to(position, piece)) {
    EXPECT_EQ(way.path.size(), moves);
    chess::Setup setup = way.start;
    EXPECT_TRUE(is_position(setup));
    for (const Move move : way.path) {
      const auto legal = chess::legal_moves(setup);
      ASSERT_NE(std::ranges::find(legal, move), legal.end());
      setup = chess::after(setup, move);
    }
    EXPECT_EQ(epd_fields(setup), epd_fields(chess::ValidSetup(position).setup()));
    if (piece != chess::no_square) {
      EXPECT_EQ(way.path.front().to(), piece);
    }
  }
}

TEST(WaysTo, LeadThereByLegalMoves) {
  std::size_t found = 0, number = 0;
  testing::random_positions(2'000, 80, [&](const chess::Setup& setup, const auto& moves, auto) {
    if (++number % 8 != 0) return;
    expect_ways(setup, chess::no_square, 1);
    found += !ways_to(setup).empty();
    if (!moves.empty()) expect_ways(setup, moves.front().from(), 2);
  });
  EXPECT_GT(found, number / 8 * 9 / 10);
}

TEST(WaysTo, EndWithTheDoubleStepThatTheFenStates) {
  const auto ways = ways_to(chess::parse_fen("8/8/8/2k5/3Pp3/8/8/7K b - d3 0 1"));
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(uci_line(ways.front()), "d2d4");
  EXPECT_EQ(epd_fields(ways.front().start), "8/8/8/2k5/4p3/8/3P4/7K w - -");
}

TEST(WaysTo, EndWithTheCheck) {
  const auto ways = ways_to(chess::parse_fen("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
  ASSERT_FALSE(ways.empty());
  for (const ReachedPosition& way : ways) EXPECT_EQ(way.path.back().to(), chess::e8);
}

}  // namespace
}  // namespace plylab::perft::verify
