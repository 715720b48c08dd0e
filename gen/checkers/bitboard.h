// The bitboard of checkers: three sets of squares, and moves by shifting them.
#pragma once

#include <cstdint>

#include "gen/checkers/board.h"
#include "gen/checkers/notation.h"

namespace plylab::checkers {

/// Both sides' pieces and the kings as SpacedSets; undo by copy.
class Bitboard {
  struct State {
    SpacedSet black, white, kings;
    Side side;
    Routes routes;
    std::uint16_t quiet_plies;
  };

 public:
  using Move = checkers::Move;
  using MoveList = Moves;
  using Packed = Key;
  using Undo = State;
  static constexpr int lowest_probed = 3;  ///< depth: see perft/walk/table_walk.h

  explicit Bitboard(const Setup& setup);

  Side side_to_move() const { return state_.side; }
  Moves generate() const;
  unsigned count() const;
  /// The number of paths of two moves: the sum of count() over all children.
  std::uint64_t count_grandchildren() const;
  /// The number of paths of three moves.
  std::uint64_t count_great_grandchildren() const;
  Undo make(Move move);
  void unmake(Move, const Undo& before) { state_ = before; }
  Key key() const { return pack(state_.black, state_.white, state_.kings, state_.side); }
  Packed packed() const { return key(); }
  Outcome terminal_outcome() const { return Outcome::loss; }
  bool drawn_by_rule() const { return state_.quiet_plies >= drawn_after; }

  bool promotes(Move move) const {
    return (state_.kings & spaced(bit(move.from()))) == 0 &&
           (king_row(state_.side) & bit(to_square(move))) != 0;
  }
  Pieces pieces() const;
  Routes routes() const { return state_.routes; }

 private:
  std::uint64_t count_merged_grandchildren() const;
  auto as_seen(auto&& visit) const;

  State state_;
};

static_assert(CheckersPosition<Bitboard>);

}  // namespace plylab::checkers
