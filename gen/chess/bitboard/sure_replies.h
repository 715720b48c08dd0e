// After which moves the game surely goes on, told without making them.
#pragma once

#include <algorithm>
#include <iterator>

#include "gen/chess/bitboard/checks.h"

namespace plylab::chess {

/// The moves of a position that give no check, leave the opponent a legal reply and draw by no
/// rule, as far as that is quickly seen: most of them, in most positions.
struct SureReplies {
  Bits checking[8] = {};  ///< by type: from where such a piece would give check
  Bits uncovering = 0;    ///< pieces that may give check by leaving their squares
  bool enough = false;    ///< the opponent has replies that no single move takes away

  /// Whether that is sure after the move of a piece of the type. Promotions, castling and e.p. are
  /// not looked into.
  bool after(PieceType type, Move move) const {
    constexpr unsigned simple = 1u << static_cast<int>(MoveKind::quiet) |
                                1u << static_cast<int>(MoveKind::double_push) |
                                1u << static_cast<int>(MoveKind::capture);
    return enough && (simple >> static_cast<int>(move.kind()) & 1) != 0 &&
           ((checking[type] & bit(move.to())) | (uncovering & bit(move.from()))) == 0;
  }
};

/// Those of a position with Us to move, in which no rule about the clock draws on the next ply.
///
/// A piece that no line connects with its king is never pinned. If it can go one step or jump to a
/// square that its own side does not hold, then it still can after a simple move of Us that does
/// not take it, for what Us puts there it may capture; only a pawn can be stopped, and a square
/// stops one pawn. So where two pieces can go somewhere, one can after any simple move without
/// check.
template <class Kernel, Color Us>
SureReplies find_sure_replies(const Planes& planes) {
  constexpr Color them = !Us;
  const Bits all = planes.occupied();
  const Bits theirs = planes.of(them);
  const auto several = [](Bits bits) { return (bits & (bits - 1)) != 0; };
  // One that mates survives a capture: the position is not drawn for want of material.
  if (!several(planes.pawns() | planes.orthogonal_sliders())) return {};

  const Square king = planes.king(them);
  const Bits free = theirs & ~(lines.straight[king] | lines.diagonal[king]);
  Bits movable = shift_forward(Us, ~all) & planes.pawns() & free;
  if (!several(movable)) {
    const Bits goals = ~theirs, row = shift_east(goals) | shift_west(goals);
    movable |= free & ((planes.orthogonal_sliders() & ((goals << 8) | (goals >> 8) | row)) |
                       (planes.diagonal_sliders() & ((row << 8) | (row >> 8))));
    for (Square square : each(planes.knights() & free))
      if (leapers.knight[square] & goals) movable |= bit(square);
    if (!several(movable)) return {};
  }

  const CheckSquares<Kernel, Us> squares(planes);
  SureReplies replies;
  std::copy(std::begin(squares.from), std::end(squares.from), replies.checking);
  replies.uncovering = squares.screens;
  replies.enough = true;
  return replies;
}

}  // namespace plylab::chess
