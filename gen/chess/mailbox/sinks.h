// Where the mailbox's generator puts its moves.
#pragma once

#include "gen/chess/board/move.h"
#include "gen/chess/mailbox/cells.h"

namespace plylab::chess::mailbox {

/// A sink that only counts.
class CountingSink {
 public:
  void add(Cell, Cell, MoveKind) { ++count_; }
  void add_if(bool condition, Cell, Cell, MoveKind) { count_ += condition; }
  void promote(Cell, Cell, MoveKind) { count_ += 4; }
  unsigned count() const { return count_; }

 private:
  unsigned count_ = 0;
};

/// A sink that lists the moves.
class ListingSink {
 public:
  explicit ListingSink(Moves& moves) : moves_(moves) {}

  void add(Cell from, Cell to, MoveKind kind) {
    moves_.add(Move(square_of(from), square_of(to), kind));
  }
  void add_if(bool condition, Cell from, Cell to, MoveKind kind) {
    if (condition) add(from, to, kind);
  }
  void promote(Cell from, Cell to, MoveKind kind) {
    for (MoveKind promotion :
         {MoveKind::to_knight, MoveKind::to_bishop, MoveKind::to_rook, MoveKind::to_queen})
      add(from, to, static_cast<MoveKind>(static_cast<int>(promotion) | static_cast<int>(kind)));
  }

 private:
  Moves& moves_;
};

}  // namespace plylab::chess::mailbox
