// From where the side to move gives check.
#pragma once

#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// A piece of the side Us checks from a square of which the enemy king is in reach, or by leaving
/// the line of an own slider on which it alone stood.
template <class Kernel, Color Us>
struct CheckSquares {
  Square king;  ///< the enemy's
  /// By type: the squares from which such a piece checks, as long as all others stay; a king never
  /// does.
  Bits from[8] = {};
  Bits screens = 0;  ///< own pieces that alone stand between an own slider and the king

  explicit CheckSquares(const PlanesOf<Kernel>& planes) : king(planes.king(!Us)) {
    const Bits all = planes.occupied();
    const Bits own = planes.of(Us);
    from[bishop] = Kernel::bishop(king, all);
    from[rook] = Kernel::rook(king, all);
    from[queen] = from[bishop] | from[rook];
    from[pawn] = pawn_attacks(!Us, bit(king));
    from[knight] = knight_attacks<Kernel>(planes, king, all);
    for (Square square : each(attackers_by_line<Kernel>(planes, king) & own)) {
      const Bits screen = between<Kernel>(planes, king, square) & all;
      if (has_one(screen)) screens |= screen & own;
    }
  }

  /// Where a piece may go to uncover a check.
  Bits uncovering(Square square) const {
    return screens & bit(square) ? ~lines.through[king][square] : Bits{0};
  }
};

}  // namespace plylab::chess
