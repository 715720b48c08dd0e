// From where the side to move gives check, and which of its legal moves do: a filter behind the
// move generation, which makes no move.
#pragma once

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// A piece of the side Us gives check from a square from which it attacks the enemy king, or by
/// leaving the line of an own slider that only it blocked.
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

/// Takes no moves.
struct NoSink {
  void add(Square, Bits, Bits) {}
  void add(Move) {}
};

/// Lists the moves of the side Us that give check, and hands the others to a second sink.
template <class Kernel, Color Us, class Others = NoSink>
class CheckSink {
 public:
  CheckSink(const PlanesOf<Kernel>& planes, Moves& checks, Others others = {})
      : planes_(planes), squares_(planes), list_{checks}, others_(others) {}

  void add(Square from, Bits targets, Bits enemy) {
    if constexpr (is_fairy<Kernel>)
      if (planes_.knights() & squares_.screens &
          bit(from)) {  // may leap along the line that it closes
        for (Square to : each(targets))
          add({from, to, enemy & bit(to) ? MoveKind::capture : MoveKind::quiet});
        return;
      }
    const Bits checking = squares_.from[type_of(planes_.on(from))] | squares_.uncovering(from);
    list_.add(from, targets & checking, enemy);
    others_.add(from, targets & ~checking, enemy);
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    for (Square to : each(targets)) {
      const auto from = static_cast<Square>(to - Step);
      const bool checks = (squares_.from[pawn] | squares_.uncovering(from)) & bit(to);
      checks ? list_.add(Move(from, to, kind)) : others_.add(Move(from, to, kind));
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
    const Bits checkers = attackers<Kernel>(after, squares_.king, after.occupied()) & after.of(Us);
    checkers != 0 ? list_.add(move) : others_.add(move);
  }

 private:
  const PlanesOf<Kernel>& planes_;
  const CheckSquares<Kernel, Us> squares_;
  ListSink list_;
  Others others_;
};

}  // namespace plylab::chess
