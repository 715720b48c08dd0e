// Static exchange as its rules say, slowly, on a plain array of squares.
#pragma once

#include <algorithm>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"
#include "gen/chess/reference/reference_attacks.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::testing {

/// What a man is worth.
using Worth = search::Value (*)(chess::PieceType);

/// The value of capturing on the square: by the least valuable attacker, or by nobody.
inline search::Value best_recapture(chess::Squares squares, chess::Square target, chess::Color side,
                                    Worth worth) {
  using namespace chess;
  Square from = no_square;
  for (int s = a1; s <= h8; ++s) {
    const auto square = static_cast<Square>(s);
    const Piece piece = squares[square];
    if (piece == no_piece || color_of(piece) != side) continue;
    Squares alone{};  // its attack alone, through the men that stand there
    for (int other = a1; other <= h8; ++other)
      if (squares[static_cast<std::size_t>(other)] != no_piece)
        alone[static_cast<std::size_t>(other)] = make_piece(!side, pawn);
    alone[square] = piece;
    if (!attacked(alone, target, side)) continue;
    if (from == no_square || search::grade(type_of(piece)) < search::grade(type_of(squares[from])))
      from = square;
  }
  if (from == no_square) return 0;
  const search::Value taken = worth(type_of(squares[target]));
  const bool by_king = type_of(squares[from]) == king;
  squares[target] = squares[from];
  squares[from] = no_piece;
  if (by_king && attacked(squares, target, !side)) return 0;
  return std::max(0, taken - best_recapture(squares, target, !side, worth));
}

/// What a move that does not castle gains if both sides then capture on its square.
inline search::Value slow_exchange(const chess::Fen& fen, chess::Move move, Worth worth) {
  chess::Squares squares = fen.squares;
  search::Value gain = move.is_capture() ? worth(type_of(squares[move.captured_on()])) : 0;
  if (move.is_capture()) squares[move.captured_on()] = chess::no_piece;
  squares[move.to()] = squares[move.from()];
  squares[move.from()] = chess::no_piece;
  if (move.is_promotion()) {
    gain += worth(move.promoted()) - worth(chess::pawn);
    squares[move.to()] = chess::make_piece(fen.side, move.promoted());
  }
  return gain - best_recapture(squares, move.to(), !fen.side, worth);
}

}  // namespace plylab::testing
