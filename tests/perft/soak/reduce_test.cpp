// A difference is told by few moves, from a late position.
#include "perft/soak/reduce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/checkers/checkers.h"
#include "perft/soak/soak_body.h"
#include "tests/guest/connect4.h"

namespace plylab::perft::soak {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// No disc falls into the last column where three are.
struct LowColumn : guest::Board {
  explicit LowColumn(const guest::Connect4::Start& start) : Board(start.board) {}
  MoveList generate() const {
    MoveList moves;
    for (const Move column : Board::generate())
      if (column != 6 || ((packed()[0] | packed()[1]) >> 44 & 1) == 0) moves.add(column);
    return moves;
  }
  unsigned count() const { return static_cast<unsigned>(generate().size()); }
};
struct LowConnect4 : guest::Connect4 {
  static constexpr std::tuple generators{Generator<guest::Board>{"bits", ""},
                                         Generator<LowColumn>{"planted", ""}};
};

TEST(Reduce, OmitsUnneededMoves) {
  const Result result = run<LowConnect4>({.positions = 20'000});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->start, "-");
  EXPECT_THAT(result.difference->moves, ElementsAre("7", "7"));
  EXPECT_EQ(result.difference->what, "after 7: 6 moves, by bits 7");
}

/// Counts a move less where there is a king.
struct Republican : checkers::ArrayBoard {
  using ArrayBoard::ArrayBoard;
  unsigned count() const { return ArrayBoard::count() - (pieces().kings != 0 ? 1 : 0); }
};
struct RepublicanCheckers : checkers::Checkers {
  static constexpr std::tuple generators{Generator<checkers::ArrayBoard>{"array", ""},
                                         Generator<checkers::Bitboard>{"bitboard", ""},
                                         Generator<Republican>{"planted", ""}};
};

TEST(Reduce, StartsWhereThePositionAloneShowsTheFault) {
  const Result result = run<RepublicanCheckers>({.positions = 200'000});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->generator, "planted");
  EXPECT_THAT(result.difference->moves, IsEmpty());
  const auto fault =
      fault_at<RepublicanCheckers>(RepublicanCheckers::parse(result.difference->start), {});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->what, result.difference->what);
}

}  // namespace
}  // namespace plylab::perft::soak
