// Static exchange as its rules say, slowly, on a plain array of squares.
#pragma once

#include <algorithm>

#include "gen/chess/board/move.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::testing {

/// What a piece is worth.
using PieceValue = search::Value (*)(chess::PieceType);

/// The value of capturing on the square: by the least valuable attacker, or by nobody.
inline search::Value best_recapture(chess::Squares squares, chess::Square target, chess::Color side,
                                    PieceValue piece_value) {
  using namespace chess;
  Square from = no_square;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = squares[square];
    if (piece == no_piece || color_of(piece) != side) continue;
    Squares alone{};  // its attack alone, through the pieces that stand there
    for (int other = a1; other <= h8; ++other)
      if (squares[static_cast<std::size_t>(other)] != no_piece)
        alone[static_cast<std::size_t>(other)] = make_piece(!side, pawn);
    alone[square] = piece;
    if (!attacked(alone, target, side)) continue;
    if (from == no_square ||
        search::piece_order(type_of(piece)) < search::piece_order(type_of(squares[from])))
      from = square;
  }
  if (from == no_square) return 0;
  const search::Value taken = piece_value(type_of(squares[target]));
  const bool by_king = type_of(squares[from]) == king;
  squares[target] = squares[from];
  squares[from] = no_piece;
  if (by_king && attacked(squares, target, !side)) return 0;
  return std::max(0, taken - best_recapture(squares, target, !side, piece_value));
}

/// What a move that does not castle gains if both sides then capture on its square.
inline search::Value slow_see(const chess::Setup& setup, chess::Move move, PieceValue piece_value) {
  chess::Squares squares = setup.squares;
  search::Value gain = move.is_capture() ? piece_value(type_of(squares[move.captured_on()])) : 0;
  if (move.is_capture()) squares[move.captured_on()] = chess::no_piece;
  squares[move.to()] = squares[move.from()];
  squares[move.from()] = chess::no_piece;
  if (move.is_promotion()) {
    gain += piece_value(move.promoted()) - piece_value(chess::pawn);
    squares[move.to()] = chess::make_piece(setup.side, move.promoted());
  }
  return gain - best_recapture(squares, move.to(), !setup.side, piece_value);
}

}  // namespace plylab::testing
