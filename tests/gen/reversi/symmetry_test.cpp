// The board turned and mirrored, and that counts do not notice.
#include "gen/reversi/symmetry.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "gen/base/random.h"
#include "gen/reversi/reversi.h"
#include "perft/walk/walk.h"

namespace plylab::reversi {
namespace {

/// Square by square: where a square of the board goes by the image of that number.
Move image_of(Move square, int image) {
  int row = square / 8, file = square % 8;
  if ((image & 1) != 0) row = 7 - row;
  if ((image & 2) != 0) file = 7 - file;
  if ((image & 4) != 0) std::swap(row, file);
  return static_cast<Move>(8 * row + file);
}

Bits image_of(Bits squares, int image) {
  Bits result = 0;
  for (Move square = 0; square < 64; ++square)
    if ((squares & bit(square)) != 0) result |= bit(image_of(square, image));
  return result;
}

TEST(Symmetry, TurnsBoardsAsSquareBySquare) {
  std::uint64_t seed = 1;
  for (int i = 0; i < 1000; ++i) {
    const Bits squares = splitmix64(seed);
    EXPECT_EQ(upside_down(squares), image_of(squares, 1));
    EXPECT_EQ(mirrored(squares), image_of(squares, 2));
    EXPECT_EQ(transposed(squares), image_of(squares, 4));
  }
}

TEST(Symmetry, HasOneImageForEight) {
  std::uint64_t seed = 2;
  for (int i = 0; i < 1000; ++i) {
    const Bits first = splitmix64(seed), second = splitmix64(seed);
    const BitsPair min = least_image({first, second});
    std::set<std::pair<Bits, Bits>> images;
    for (int image = 0; image < 8; ++image) {
      const BitsPair board{image_of(first, image), image_of(second, image)};
      images.insert({board.first, board.second});
      EXPECT_EQ(least_image(board), min);
    }
    EXPECT_EQ(images.size(), 8U);
    EXPECT_TRUE(images.contains({min.first, min.second}));
  }
}

/// Boards of random games.
std::vector<Bitboard> drawn_boards() {
  std::vector<Bitboard> boards;
  std::uint64_t seed = 3;
  for (int game = 0; game < 60; ++game) {
    Bitboard board(Setup{});
    for (auto moves = board.generate(); !moves.empty(); moves = board.generate()) {
      boards.push_back(board);
      board.make(moves[splitmix64(seed) % moves.size()]);
    }
    boards.push_back(board);
  }
  return boards;
}

Bitboard board_of(const Discs& discs, Side side) { return Bitboard(Setup{discs, side}); }

TEST(Symmetry, LeavesCountsAlone) {
  for (const Bitboard& board : drawn_boards()) {
    const Discs discs = board.discs();
    for (int image = 0; image < 8; ++image) {
      // The colours change places as well.
      const Discs other{image_of(discs.white, image), image_of(discs.black, image)};
      Bitboard twin = board_of(other, !board.side_to_move());
      if (board.count() == 0) {
        twin = board_of(other, board.side_to_move());
        twin.make(pass);
      }
      ASSERT_EQ(twin.counted_as(), board.counted_as());
      ASSERT_EQ(perft::perft(twin, 2), perft::perft(board, 2));
    }
  }
}

TEST(Symmetry, KeepsApartWhatDiffers) {
  // The game that is over is not the one in which the other side has yet to pass.
  Bitboard over(parse_setup("e6f4e3f6g5d6e7f5c5"));
  over.make(pass);
  EXPECT_NE(over.counted_as(), board_of(over.discs(), over.side_to_move()).counted_as());

  std::set<std::pair<std::uint64_t, std::uint64_t>> forms, classes;
  for (const Bitboard& board : drawn_boards()) {
    const Discs discs = board.discs();
    const Side side = board.side_to_move();
    std::set<std::pair<Bits, Bits>> images;
    for (int image = 0; image < 8; ++image)
      images.insert({image_of(discs.of(side), image), image_of(discs.of(!side), image)});
    forms.insert({images.begin()->first ^ (board.count() == 0), images.begin()->second});
    classes.insert({board.counted_as().high, board.counted_as().low});
  }
  EXPECT_EQ(classes.size(), forms.size());
}

}  // namespace
}  // namespace plylab::reversi
