// The board on which game records are replayed. It finds a move from the target square in its text,
// and makes moves without keys and clocks.
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

  /// The only legal move that fits; none if no move or several fit. Also none for texts that only
  /// fitting_moves() (gen/chess/board/move_pattern.h) understands: castling by its squares, and
  /// captures that do not name the pawn's file.
  std::optional<Move> find(const MovePattern& pattern) const;

  /// Makes a legal move.
  void make(Move move);

  /// Whether the side to move is mated.
  bool is_mated() const;

  /// Passes the turn; returns false without passing if the side to move is in check.
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
