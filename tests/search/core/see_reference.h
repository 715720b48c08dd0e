// Static exchange as its rules say, slowly, on a plain array of squares.
#pragma once

#include <algorithm>
#include <utility>

#include "gen/chess/board/move.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"
#include "search/evaluation/chess_evaluation.h"

namespace plylab::testing {

/// What a piece is worth in a variant.
inline search::Value worth(chess::PieceType type, const chess::Variant& variant) {
  return type == chess::knight ? search::knight_value(variant) : search::piece_value(type);
}

/// The order in which pieces capture: by their worth, the king last, and of equal pieces as in
/// search::piece_order().
inline std::pair<search::Value, int> put_at_risk(chess::PieceType type,
                                                 const chess::Variant& variant) {
  return {type == chess::king ? 10'000 : worth(type, variant), search::piece_order(type)};
}

/// The value of capturing on the square: by the least valuable attacker, or by nobody.
inline search::Value best_recapture(chess::Squares squares, chess::Square target, chess::Color side,
                                    const chess::Variant& variant) {
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
    if (!attacked(alone, target, side, variant)) continue;
    if (from == no_square ||
        put_at_risk(type_of(piece), variant) < put_at_risk(type_of(squares[from]), variant))
      from = square;
  }
  if (from == no_square) return 0;
  const search::Value taken = worth(type_of(squares[target]), variant);
  const bool by_king = type_of(squares[from]) == king;
  squares[target] = squares[from];
  squares[from] = no_piece;
  if (by_king && attacked(squares, target, !side, variant)) return 0;
  return std::max(0, taken - best_recapture(squares, target, !side, variant));
}

/// What a move that does not castle gains if both sides then capture on its square.
inline search::Value slow_see(const chess::Setup& setup, chess::Move move,
                              const chess::Variant& variant = chess::orthodox) {
  chess::Squares squares = setup.squares;
  search::Value gain = move.is_capture() ? worth(type_of(squares[move.captured_on()]), variant) : 0;
  if (move.is_capture()) squares[move.captured_on()] = chess::no_piece;
  squares[move.to()] = squares[move.from()];
  squares[move.from()] = chess::no_piece;
  if (move.is_promotion()) {
    gain += worth(move.promoted(), variant) - worth(chess::pawn, variant);
    squares[move.to()] = chess::make_piece(setup.side, move.promoted());
  }
  return gain - best_recapture(squares, move.to(), !setup.side, variant);
}

}  // namespace plylab::testing
