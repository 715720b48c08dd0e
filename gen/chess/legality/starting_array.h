// The array that a game began with, as far as a position tells.
#pragma once

#include "gen/chess/fen.h"

namespace plylab::chess {

/// The pieces of the normal array's back ranks, from the a-file on.
inline constexpr PieceType normal_back_rank[8] = {rook, knight, bishop, queen,
                                                  king, bishop, knight, rook};

/// A square of the colour's own back rank.
constexpr Square home_square(Color color, int file) {
  return make_square(file, color == white ? 0 : 7);
}

/// Whether a piece of this colour begins the game from the normal array on the square.
constexpr bool is_normal_home(Piece piece, Square square) {
  const int rank = rank_for(color_of(piece), square);
  return type_of(piece) == pawn ? rank == 1
                                : rank == 0 && normal_back_rank[file_of(square)] == type_of(piece);
}

}  // namespace plylab::chess
