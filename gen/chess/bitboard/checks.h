// The legal moves that give check, found without making them: a filter behind the move generation.
#pragma once

#include "gen/chess/bitboard/check_squares.h"
#include "gen/chess/bitboard/moves.h"

namespace plylab::chess {

/// Lists the moves of the side Us that give check.
template <class Kernel, Color Us>
class CheckSink {
 public:
  explicit CheckSink(const PlanesOf<Kernel>& planes) : planes_(planes), squares_(planes) {}

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
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    for (Square to : each(targets)) {
      const auto from = static_cast<Square>(to - Step);
      if ((squares_.from[pawn] | squares_.uncovering(from)) & bit(to))
        list_.moves.add({from, to, kind});
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
    if (attackers<Kernel>(after, squares_.king, after.occupied()) & after.of(Us))
      list_.moves.add(move);
  }

  const Moves& moves() const { return list_.moves; }

 private:
  const PlanesOf<Kernel>& planes_;
  const CheckSquares<Kernel, Us> squares_;
  ListSink list_;
};

}  // namespace plylab::chess
