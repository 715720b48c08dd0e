// Material in pawns.
#pragma once

#include "gen/chess/board/notation.h"

namespace plylab::search::mate {

/// 1, 3, 3, 5, 9; nothing for a king.
constexpr int value_in_pawns(chess::PieceType type) {
  constexpr int values[] = {0, 3, 5, 9, 1, 3, 0};
  return values[type];
}
constexpr int value_in_pawns(chess::Piece piece) { return value_in_pawns(chess::type_of(piece)); }

/// What the move wins at once, before any reply: the piece captured, and what a promotion adds.
template <chess::ChessPosition Board>
int immediate_gain(const Board& board, chess::Move move) {
  const int captured = move.is_capture() ? value_in_pawns(board.piece_on(move.captured_on())) : 0;
  return captured + (move.is_promotion() ? value_in_pawns(move.promoted()) - 1 : 0);
}

/// What the colour has more than the other, in pawns.
template <chess::ChessPosition Board>
int material_balance(const Board& board, chess::Color color) {
  int sum = 0;
  board.for_each_piece([&](chess::Piece piece, chess::Square) {
    sum += chess::color_of(piece) == color ? value_in_pawns(piece) : -value_in_pawns(piece);
  });
  return sum;
}

}  // namespace plylab::search::mate
