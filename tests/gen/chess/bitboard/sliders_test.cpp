// The slider tables and the lines of the bit boards against a walk over the board, square by
// square.
#include "gen/chess/bitboard/sliders.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "gen/base/random.h"
#include "gen/chess/bitboard/sliders.h"
#include "gen/chess/bitboard/tables.h"
#include "gen/chess/board/board.h"

namespace plylab::chess {
namespace {

using Steps = std::array<std::array<int, 2>, 4>;
constexpr Steps straight = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr Steps diagonal = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

bool on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

/// The squares that a slider reaches, up to the first occupied one in each direction.
Bits walk(Square square, const Steps& steps, Bits occupied) {
  Bits reached = 0;
  for (const auto [file_step, rank_step] : steps) {
    int file = file_of(square), rank = rank_of(square);
    while (on_board(file += file_step, rank += rank_step)) {
      reached |= bit(make_square(file, rank));
      if ((occupied & bit(make_square(file, rank))) != 0) break;
    }
  }
  return reached;
}

/// The squares whose occupation matters: all that a slider crosses on the empty board before the
/// last one of each direction.
Bits relevant(Square square, const Steps& steps) {
  Bits squares = 0;
  for (const auto [file_step, rank_step] : steps) {
    int file = file_of(square) + file_step, rank = rank_of(square) + rank_step;
    for (; on_board(file + file_step, rank + rank_step); file += file_step, rank += rank_step)
      squares |= bit(make_square(file, rank));
  }
  return squares;
}

/// What the instruction PEXT does: the bits of `value` under the mask, moved together.
std::size_t pext(Bits value, Bits mask) {
  std::size_t result = 0;
  int place = 0;
  for (const Square s : each(mask)) result |= std::size_t{(value >> s & 1) != 0} << place++;
  return result;
}

struct Looker : MagicSliders<Looker> {};

/// Compares both tables with the walk for all subsets of the relevant squares, and for boards on
/// which other squares are occupied too.
void expect_walks(const SliderEntry (&by_pext)[64], const SliderEntry (&by_magic)[64],
                  Bits (*look_up)(Square, Bits), const Steps& steps, std::size_t number) {
  std::size_t sets = 0;
  std::uint64_t seed = 1;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Bits mask = relevant(square, steps);
    ASSERT_EQ(by_pext[s].mask, mask) << to_string(square);
    ASSERT_EQ(by_magic[s].mask, mask) << to_string(square);
    Bits subset = 0;
    do {
      const Bits expected = walk(square, steps, subset);
      ASSERT_EQ(by_pext[s].attacks[pext(subset, mask)], expected) << to_string(square);
      ASSERT_EQ(look_up(square, subset), expected) << to_string(square);
      const Bits more = subset | (splitmix64(seed) & ~mask);
      ASSERT_EQ(walk(square, steps, more), expected) << to_string(square);
      ASSERT_EQ(look_up(square, more), expected) << to_string(square);
      subset = (subset - mask) & mask;
      ++sets;
    } while (subset != 0);
  }
  EXPECT_EQ(sets, number);
}

TEST(Sliders, OfRooksAreWhatAWalkFinds) {
  expect_walks(pext_tables.rook, magic_tables.rook, Looker::rook, straight, 102'400);
}

TEST(Sliders, OfBishopsAreWhatAWalkFinds) {
  expect_walks(pext_tables.bishop, magic_tables.bishop, Looker::bishop, diagonal, 5'248);
}

TEST(Lines, LieBetweenAndThroughSquaresInALine) {
  for (int a = a1; a <= h8; ++a) {
    const auto from = static_cast<Square>(a);
    EXPECT_EQ(lines.straight[from], walk(from, straight, 0)) << to_string(from);
    EXPECT_EQ(lines.diagonal[from], walk(from, diagonal, 0)) << to_string(from);
    std::array<Bits, 64> between{}, through{};
    for (const Steps& steps : {straight, diagonal})
      for (const auto [file_step, rank_step] : steps) {
        // The whole line, from the edge behind the square on.
        Bits line = bit(from), passed = 0;
        for (const int sign : {1, -1}) {
          int file = file_of(from), rank = rank_of(from);
          while (on_board(file += sign * file_step, rank += sign * rank_step))
            line |= bit(make_square(file, rank));
        }
        int file = file_of(from), rank = rank_of(from);
        while (on_board(file += file_step, rank += rank_step)) {
          const Square to = make_square(file, rank);
          between[to] = passed;
          through[to] = line;
          passed |= bit(to);
        }
      }
    EXPECT_EQ(lines.between[from], between) << to_string(from);
    EXPECT_EQ(lines.through[from], through) << to_string(from);
  }
}

TEST(Leapers, JumpAsFarAsTheyDo) {
  for (int a = a1; a <= h8; ++a) {
    Bits knight = 0, king = 0;
    for (int b = a1; b <= h8; ++b) {
      const int files = std::abs(file_of(static_cast<Square>(a)) - file_of(static_cast<Square>(b)));
      const int ranks = std::abs(rank_of(static_cast<Square>(a)) - rank_of(static_cast<Square>(b)));
      if (files * ranks == 2) knight |= bit(static_cast<Square>(b));
      if (a != b && files <= 1 && ranks <= 1) king |= bit(static_cast<Square>(b));
    }
    EXPECT_EQ(leapers.knight[static_cast<std::size_t>(a)], knight);
    EXPECT_EQ(leapers.king[static_cast<std::size_t>(a)], king);
  }
}

}  // namespace
}  // namespace plylab::chess
