// The array board of reversi: a cell for each square, with a border around.
#pragma once

#include <array>
#include <cstdint>

#include "gen/reversi/board.h"
#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// Ten rows of ten cells. The generator walks in all eight directions to find the discs to turn.
class ArrayBoard {
 public:
  using Move = reversi::Move;
  using MoveList = Moves;
  using Packed = Key;
  struct Undo {
    std::array<std::uint8_t, 8> turned;  ///< how many discs in each direction
    bool after_pass;
  };

  explicit ArrayBoard(const Setup& setup);

  Side side_to_move() const { return side_; }
  Moves generate() const;
  unsigned count() const;
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);
  Key key() const { return pack(discs(), side_, after_pass_ && !can_place(side_)); }
  Packed packed() const { return key(); }
  Outcome terminal_outcome() const { return outcome_of(discs(), side_); }
  bool drawn_by_rule() const { return false; }

  Discs discs() const;
  Bits placements(Side side) const;

 private:
  enum Cell : std::uint8_t { black, white, empty, border };
  static constexpr int width = 10;
  static constexpr std::array<int, 8> steps{-11, -10, -9, -1, 1, 9, 10, 11};

  static int cell_of(Move square) { return width * (square / 8 + 1) + square % 8 + 1; }
  static Cell disc_of(Side side) { return side == Side::first ? black : white; }

  Cell& at(int cell) { return cells_[static_cast<std::size_t>(cell)]; }
  Cell at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  int turned_by(Side side, int cell, int step) const;
  bool places(Side side, int cell) const;
  bool can_place(Side side) const { return placements(side) != 0; }

  std::array<Cell, width * width> cells_;
  Side side_;
  bool after_pass_ = false;
};

static_assert(ReversiPosition<ArrayBoard>);

}  // namespace plylab::reversi
