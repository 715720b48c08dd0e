// Attack sets of the pieces that do not slide, and the lines of the board, for the bitboard
// generator alone.
#pragma once

#include <array>

#include "gen/chess/bits.h"

namespace plylab::chess {

/// The lines of the board. For a pair of squares on a common rank, file or diagonal: the squares
/// strictly between them, and the whole line through both to the board's edges; empty for any other
/// pair. For a square: all squares on its rank and file, and on its diagonals.
struct Lines {
  std::array<std::array<Bits, 64>, 64> between;
  std::array<std::array<Bits, 64>, 64> through;
  std::array<Bits, 64> straight;
  std::array<Bits, 64> diagonal;
};

struct LeaperAttacks {
  std::array<Bits, 64> knight;
  std::array<Bits, 64> king;
};

extern const Lines lines;

constexpr LeaperAttacks make_leaper_attacks() {
  LeaperAttacks table{};
  for (unsigned s = 0; s < 64; ++s) {
    const Bits here = Bits{1} << s;
    const Bits beside = shift_east(here) | shift_west(here);
    const Bits row = here | beside;
    table.king[s] = (row << 8 | row >> 8 | row) & ~here;
    const Bits two_beside = shift_east(shift_east(here)) | shift_west(shift_west(here));
    table.knight[s] = beside << 16 | beside >> 16 | two_beside << 8 | two_beside >> 8;
  }
  return table;
}

inline constexpr LeaperAttacks leapers = make_leaper_attacks();

/// The squares that pawns of the colour attack.
constexpr Bits pawn_attacks(Color color, Bits pawns) {
  const Bits ahead = shift_forward(color, pawns);
  return shift_east(ahead) | shift_west(ahead);
}

/// The squares that the king must not find attacked when it castles with the rook.
template <Color Us>
Bits castling_way(Square king_square, Square rook_square) {
  const Square to =
      castled_king(Us, rook_square < king_square ? Wing::long_side : Wing::short_side);
  return lines.between[king_square][to] | bit(to) | bit(king_square);
}

}  // namespace plylab::chess
