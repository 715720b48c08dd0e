// The bitboard of reversi: two sets of discs.
#pragma once

#include "gen/game/move_kinds.h"
#include "gen/reversi/board.h"
#include "gen/reversi/kernels.h"
#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// The discs of the side to move, and those of the other side; undo by copy. A kernel counts the
/// last plies.
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
  static constexpr int lowest_probed = 3;  ///< depth: see perft/walk/table_walk.h

  explicit Bitboard(const Setup& setup, const Kernel& kernel = generic);

  Side side_to_move() const { return state_.side; }
  Moves generate() const;
  unsigned count() const;

  /// The number of paths of two and of three moves, and of games that end earlier.
  ShortPaths two_plies() const;
  ShortPaths three_plies() const;
  std::uint64_t count_grandchildren() const { return two_plies().full; }
  std::uint64_t count_great_grandchildren() const { return three_plies().full; }

  Undo make(Move move);
  void unmake(Move, const Undo& before) { state_ = before; }
  Key key() const;
  Packed packed() const { return key(); }
  /// One exact key for all positions that differ only by rotation, reflection or colours: they have
  /// the same counts.
  Key counted_as() const;
  Outcome terminal_outcome() const { return outcome_of(discs(), state_.side); }
  bool drawn_by_rule() const { return false; }

  Discs discs() const;
  Bits placements(Side side) const;

 private:
  bool is_over() const;

  State state_;
  const Kernel* kernel_;
};

/// The bitboard with a kernel chosen, for the registry.
template <const Kernel& kernel>
struct BitboardBy : Bitboard {
  using Walked = Bitboard;
  explicit BitboardBy(const Setup& setup) : Bitboard(setup, kernel) {}
};

static_assert(ReversiPosition<Bitboard>);

}  // namespace plylab::reversi
