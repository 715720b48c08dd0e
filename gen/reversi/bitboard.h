// The bitboard of reversi: two sets of discs.
#pragma once

#include "gen/reversi/board.h"
#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// The discs of the side to move, and those of the other side; undo by copy.
class Bitboard {
  struct State {
    Bits own, other;
    Side side;
    bool after_pass;
  };

 public:
  using Move = reversi::Move;
  using MoveList = Moves;
  using Packed = Key;
  using Undo = State;

  explicit Bitboard(const Setup& setup);

  Side side_to_move() const { return state_.side; }
  Moves generate() const;
  unsigned count() const;
  Undo make(Move move);
  void unmake(Move, const Undo& before) { state_ = before; }
  Key key() const;
  Packed packed() const { return key(); }
  Outcome terminal_outcome() const { return outcome_of(discs(), state_.side); }
  bool drawn_by_rule() const { return false; }

  Discs discs() const;
  Bits placements(Side side) const;

 private:
  State state_;
};

}  // namespace plylab::reversi
