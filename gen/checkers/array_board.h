// The array board of checkers: a cell for each square, with a border around.
#pragma once

#include <array>
#include <cstdint>

#include "gen/checkers/board.h"
#include "gen/checkers/notation.h"

namespace plylab::checkers {

/// Ten rows of ten cells. The generator looks at the cells around each piece.
class ArrayBoard {
 public:
  using Move = checkers::Move;
  using MoveList = Moves;
  using Packed = Key;
  struct Undo {
    std::uint16_t captured_kings;  ///< bit i: the i-th piece jumped was a king
    std::uint16_t quiet_plies;
    bool crowned;
  };

  explicit ArrayBoard(const Setup& setup);

  Side side_to_move() const { return side_; }
  Moves generate() const;
  unsigned count() const { return static_cast<unsigned>(generate().size()); }
  Undo make(Move move);
  void unmake(Move move, const Undo& undo);
  Key key() const;
  Packed packed() const { return key(); }
  Outcome terminal_outcome() const { return Outcome::loss; }
  bool drawn_by_rule() const { return quiet_plies_ >= drawn_after; }

  bool promotes(Move move) const {
    return !is_king(at(move.from())) && (king_row(side_) & bit(to_square(move))) != 0;
  }
  Pieces pieces() const;
  Routes routes() const { return routes_; }

 private:
  enum Cell : std::uint8_t { empty, border, black_man, black_king, white_man, white_king };
  static constexpr int width = 10;

  static int cell_of(Square square) { return width * (row_of(square) + 1) + column_of(square) + 1; }
  static int step(Direction direction) {
    return width * row_step(direction) + column_step(direction);
  }
  static bool is_king(Cell cell) { return cell == black_king || cell == white_king; }
  /// Whether the cell has a piece of the side.
  static bool belongs(Cell cell, Side side) {
    return side == Side::first ? cell == black_man || cell == black_king
                               : cell == white_man || cell == white_king;
  }

  Cell& at(Square square) { return cells_[static_cast<std::size_t>(cell_of(square))]; }
  Cell at(Square square) const { return cells_[static_cast<std::size_t>(cell_of(square))]; }
  bool may_go(Cell piece, Direction direction) const {
    return is_king(piece) || is_forward(side_, direction);
  }
  void add_steps(Moves& moves) const;
  void add_jumps(Moves& moves, int cell, Move path);

  std::array<Cell, width * width> cells_;
  Side side_;
  Routes routes_;
  std::uint16_t quiet_plies_ = 0;
};

static_assert(CheckersPosition<ArrayBoard>);

}  // namespace plylab::checkers
