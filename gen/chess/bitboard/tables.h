// Attack sets of the pieces that do not slide, and the lines of the board, for the bitboard
// generator and other users of bit planes, such as evaluations.
#pragma once

#include <array>

#include "gen/chess/board/bits.h"

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
    table.king[s] = ((row << 8) | (row >> 8) | row) & ~here;
    const Bits two_beside = shift_east(shift_east(here)) | shift_west(shift_west(here));
    table.knight[s] = (beside << 16) | (beside >> 16) | (two_beside << 8) | (two_beside >> 8);
  }
  return table;
}

inline constexpr LeaperAttacks leapers = make_leaper_attacks();

/// The squares that pawns of the colour attack.
constexpr Bits pawn_attacks(Color color, Bits pawns) {
  const Bits ahead = shift_forward(color, pawns);
  return shift_east(ahead) | shift_west(ahead);
}

/// The squares of the back rank that matter for castling, also in Chess960.
struct CastlingWay {
  Bits empty;  ///< must be empty except for king and rook
  Bits safe;   ///< must not be attacked: the king's path, including both ends
};

/// By the files of king and rook.
using CastlingWays = std::array<std::array<CastlingWay, 8>, 8>;

template <Color Us>
constexpr CastlingWays make_castling_ways() {
  constexpr int rank = Us == white ? 0 : 7;
  const auto span = [](int a, int b) {
    return a < b ? (Bits{2} << b) - (Bits{1} << a) : (Bits{2} << a) - (Bits{1} << b);
  };
  CastlingWays ways{};
  for (int king_file = 0; king_file < 8; ++king_file)
    for (int rook_file = 0; rook_file < 8; ++rook_file) {
      const CastlingSide castling_side =
          rook_file < king_file ? CastlingSide::queenside : CastlingSide::kingside;
      const int king_goal = file_of(castled_king(Us, castling_side));
      const int rook_goal = file_of(castled_rook(Us, castling_side));
      const Bits pieces = (Bits{1} << king_file) | (Bits{1} << rook_file);
      const Bits ways_of_both = span(king_file, king_goal) | span(rook_file, rook_goal);
      ways[static_cast<unsigned>(king_file)][static_cast<unsigned>(rook_file)] = {
          (ways_of_both & ~pieces) << (8 * rank), span(king_file, king_goal) << (8 * rank)};
    }
  return ways;
}

template <Color Us>
inline constexpr CastlingWays castling_ways = make_castling_ways<Us>();

/// The CastlingWay of the king and this rook.
template <Color Us>
const CastlingWay& castling_way(Square king_square, Square rook_square) {
  return castling_ways<Us>[static_cast<unsigned>(file_of(king_square))]
                          [static_cast<unsigned>(file_of(rook_square))];
}

}  // namespace plylab::chess
