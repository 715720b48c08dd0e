// The board on which records of games are replayed: moves are found backwards from the square that
// their text names, and made without keys and clocks.
#pragma once

#include <optional>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/move_pattern.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

class ReplayBoard {
 public:
  explicit ReplayBoard(const ValidSetup& start);

  Color side_to_move() const { return side_; }
  const Planes& planes() const { return planes_; }

  /// The one legal move that fits. Nothing if none fits, if several do, or if the text is one of
  /// those that only fitting_moves() (gen/chess/board/move_pattern.h) understands: castling by its
  /// squares, and captures that do not name the pawn.
  std::optional<Move> find(const MovePattern& pattern) const;

  /// Makes a legal move.
  void make(Move move);

  /// Whether the side to move is mated.
  bool is_mated() const;

  /// Passes the turn; false, and it is not passed, if the side to move is in check.
  bool pass();

 private:
  template <Color Us>
  friend class MoveFinder;

  bool is_in_check() const;

  Planes planes_;
  Bits castling_ = 0;              // the rooks that may still castle
  Square en_passant_ = no_square;  // behind a pawn that has just made a double step
  Color side_;
};

}  // namespace plylab::chess
