// Moves by the way the pieces go alone, and the test whether such a move is legal.
#pragma once

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// Hands to the sink all legal moves of the side Us, and those that only leave its king in check or
/// castle through it.
template <class Kernel, Color Us, class Sink>
void visit_pseudo_legal(const PlanesOf<Kernel>& planes, Bits castling, Square en_passant,
                        Sink& sink) {
  const Bits all = planes.occupied(), enemy = planes.of(!Us), own = all ^ enemy;
  const Square king_square = planes.king(Us);
  sink.add(king_square, king_attacks<Kernel>(planes, king_square) & ~own, enemy);
  for (Square rook_square : each(rooks_with_room<Us>(castling & own, king_square, all)))
    sink.add(
        Move(king_square, rook_square,
             rook_square < king_square ? MoveKind::castle_queenside : MoveKind::castle_kingside));
  visit_piece_moves<Kernel, Us>(planes, 0, ~own, sink);
  if (en_passant != no_square)
    for (Square from : each(pawn_attacks(!Us, bit(en_passant)) & planes.pawns() & own))
      sink.add(Move(from, en_passant, MoveKind::en_passant));
}

/// Whether a pseudo-legal move of the side Us is legal: the move is made, and its king looked at.
template <class Kernel, Color Us>
bool leaves_king_safe(const PlanesOf<Kernel>& planes, Move move) {
  const Bits enemy = planes.of(!Us);
  if (move.is_castle()) {
    const Bits without_king = planes.occupied() ^ bit(move.from());
    for (Square square : each(castling_way<Us>(move.from(), move.to()).safe))
      if (attackers<Kernel>(planes, square, without_king) & enemy) return false;
  }
  const PlanesOf<Kernel> next = after<Kernel>(planes, Us, move);
  return (attackers<Kernel>(next, next.king(Us), next.occupied()) & next.of(!Us)) == 0;
}

}  // namespace plylab::chess
