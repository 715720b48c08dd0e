// The legal moves that give check, found without making them: a filter behind the move generation.
#pragma once

#include "gen/chess/bitboard/moves.h"

namespace plylab::chess {

/// Lists the moves of the side Us that give check. A piece checks from a square of which the enemy
/// king is in reach, or by leaving the line of an own slider on which it alone stood.
template <class Kernel, Color Us>
class CheckSink {
 public:
  explicit CheckSink(const PlanesOf<Kernel>& planes) : planes_(planes), king_(planes.king(!Us)) {
    const Bits all = planes.occupied();
    const Bits own = planes.of(Us);
    from_[bishop] = Kernel::bishop(king_, all);
    from_[rook] = Kernel::rook(king_, all);
    from_[queen] = from_[bishop] | from_[rook];
    from_[pawn] = pawn_attacks(!Us, bit(king_));
    from_[knight] = knight_attacks<Kernel>(planes, king_, all);
    for (Square square : each(attackers_by_line<Kernel>(planes, king_) & own)) {
      const Bits screen = between<Kernel>(planes, king_, square) & all;
      if (has_one(screen)) screens_ |= screen & own;
    }
  }

  void add(Square from, Bits targets, Bits enemy) {
    if constexpr (is_fairy<Kernel>)
      if (planes_.knights() & screens_ & bit(from)) {  // may leap along the line that it closes
        for (Square to : each(targets))
          add({from, to, enemy & bit(to) ? MoveKind::capture : MoveKind::quiet});
        return;
      }
    list_.add(from, targets & (from_[type_of(planes_.on(from))] | uncovering(from)), enemy);
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    for (Square to : each(targets)) {
      const auto from = static_cast<Square>(to - Step);
      if ((from_[pawn] | uncovering(from)) & bit(to)) list_.moves.add({from, to, kind});
    }
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind kind) {
    for (Square to : each(targets))
      for (int piece = 0; piece < 4; ++piece)
        add({static_cast<Square>(to - Step), to,
             static_cast<MoveKind>(static_cast<int>(kind) + piece)});
  }
  /// A move of more than one piece or type: it is made, and the king looked at.
  void add(Move move) {
    const PlanesOf<Kernel> after = chess::after<Kernel>(planes_, Us, move);
    if (attackers<Kernel>(after, king_, after.occupied()) & after.of(Us)) list_.moves.add(move);
  }

  const Moves& moves() const { return list_.moves; }

 private:
  /// Where a piece may go to uncover a check.
  Bits uncovering(Square from) const {
    return screens_ & bit(from) ? ~lines.through[king_][from] : Bits{0};
  }

  const PlanesOf<Kernel>& planes_;
  const Square king_;
  Bits from_[8] = {};  // by type: the squares from which such a piece checks; a king never does
  Bits screens_ = 0;   // own pieces that alone stand between an own slider and the king
  ListSink list_;
};

}  // namespace plylab::chess
