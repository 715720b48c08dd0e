// What the checkers generators have in common: squares, directions, moves, the packed form.
#pragma once

#include <compare>
#include <cstdint>

#include "gen/game/position.h"

namespace plylab::checkers {

/// The 32 dark squares, 0 to 31: their number in notation minus one. Black's men begin on 0 to 11
/// and move to higher numbers.
using Square = unsigned;
inline constexpr Square squares = 32;

constexpr int row_of(Square square) { return static_cast<int>(square / 4); }
/// 0 to 7; in even rows the dark squares are those of odd columns.
constexpr int column_of(Square square) {
  return static_cast<int>(2 * (square % 4)) + (row_of(square) % 2 == 0 ? 1 : 0);
}
constexpr Square square_at(int row, int column) {
  return static_cast<Square>(4 * row + column / 2);
}

/// Bit i for square i.
using SquareSet = std::uint32_t;

constexpr SquareSet bit(Square square) { return SquareSet{1} << square; }

/// Where a man of the side is crowned.
constexpr SquareSet king_row(Side side) { return side == Side::first ? 0xf0000000 : 0x0000000f; }

/// The diagonals: bit 0 is set if the column number grows, bit 1 if the row number does.
using Direction = unsigned;
inline constexpr Direction directions = 4;

constexpr int row_step(Direction direction) { return (direction & 2) != 0 ? 1 : -1; }
constexpr int column_step(Direction direction) { return (direction & 1) != 0 ? 1 : -1; }

/// Whether a man of the side moves in that direction.
constexpr bool is_forward(Side side, Direction direction) {
  return ((direction & 2) != 0) == (side == Side::first);
}

/// A step, or a path of jumps: its first square and the direction of the step or of each jump. Two
/// different paths between the same squares over the same pieces are two moves.
///
/// There are at most nine jumps: the squares that a jumping piece can reach form a 4x4 grid, and
/// each piece that it can jump lies in the middle of four of them.
class Move {
 public:
  static constexpr unsigned max_jumps = 9;

  constexpr Move() = default;
  /// A step.
  constexpr Move(Square from, Direction direction)
      : code_((from << from_at) | (direction << first_at)) {}
  /// A path of no jumps yet.
  static constexpr Move path_from(Square from) {
    Move path;
    path.code_ = from << from_at;
    return path;
  }
  /// The path with one more jump.
  constexpr Move jumping(Direction direction) const {
    Move path;
    path.code_ = (code_ | (direction << (first_at - 2 * jumps()))) + one_jump;
    return path;
  }

  constexpr Square from() const { return code_ >> from_at; }
  constexpr unsigned jumps() const { return code_ / one_jump % 16; }
  constexpr bool is_capture() const { return jumps() > 0; }
  /// The direction of the step, or of that jump, counted from 0.
  constexpr Direction direction(unsigned jump = 0) const {
    return (code_ >> (first_at - 2 * jump)) & 3;
  }

  friend constexpr auto operator<=>(const Move&, const Move&) = default;

 private:
  // From the top: the square in 5 bits, the number of jumps in 4, and each direction in 2.
  static constexpr unsigned first_at = 2 * (max_jumps - 1);
  static constexpr unsigned one_jump = 1u << (first_at + 2);
  static constexpr unsigned from_at = first_at + 6;

  std::uint32_t code_ = 0;
};

/// The square where a move ends. Calls visit(over, to) for each jump on the way.
constexpr Square follow(Move move, auto&& visit) {
  int row = row_of(move.from()), column = column_of(move.from());
  const auto go = [&](Direction direction) {
    row += row_step(direction);
    column += column_step(direction);
    return square_at(row, column);
  };
  if (!move.is_capture()) return go(move.direction());
  Square to = move.from();
  for (unsigned jump = 0; jump < move.jumps(); ++jump) {
    const Square over = go(move.direction(jump));
    to = go(move.direction(jump));
    visit(over, to);
  }
  return to;
}

constexpr Square to_square(Move move) {
  return follow(move, [](Square, Square) {});
}

/// The pieces that a move captures.
constexpr SquareSet captured(Move move) {
  SquareSet over = 0;
  follow(move, [&](Square square, Square) { over |= bit(square); });
  return over;
}

/// Whether two captures differ only in their path.
constexpr bool same_capture(Move a, Move b) {
  return a.from() == b.from() && to_square(a) == to_square(b) && captured(a) == captured(b);
}

/// The pieces on the board.
struct Pieces {
  SquareSet black = 0, white = 0;  ///< the pieces of each side, kings included
  SquareSet kings = 0;             ///< of both sides

  SquareSet& of(Side side) { return side == Side::first ? black : white; }
  SquareSet of(Side side) const { return side == Side::first ? black : white; }
  friend bool operator==(const Pieces&, const Pieces&) = default;
};

/// A set of squares with a gap after every eight squares, that is after every two rows: bit i + i /
/// 8 for square i. All steps down the board are then shifts by 4 or 5 bits, and none wraps around
/// the edge.
using SpacedSet = std::uint64_t;

constexpr SpacedSet spaced(SquareSet set) {
  SpacedSet spaced = 0;
  for (unsigned rows = 0; rows < 4; ++rows)
    spaced |= SpacedSet{(set >> (8 * rows)) & 0xff} << (9 * rows);
  return spaced;
}
constexpr SpacedSet spaced_bit(Square square) { return SpacedSet{1} << (square + square / 8); }
constexpr SquareSet unspaced(SpacedSet spaced) {
  SquareSet set = 0;
  for (unsigned rows = 0; rows < 4; ++rows)
    set |= static_cast<SquareSet>(spaced >> 9 * rows & 0xff) << 8 * rows;
  return set;
}

/// The exact packed form of a position, which is also its key.
constexpr Key pack(SpacedSet black, SpacedSet white, SpacedSet kings, Side side) {
  constexpr unsigned size = 35;  // of a set
  return {black | (kings << size),
          white | ((kings >> (64 - size)) << size) | (std::uint64_t{side == Side::second} << 63)};
}

/// A game is drawn after this many plies without a capture or a move of a man: forty moves by each
/// side (Rules of the World Checkers/Draughts Federation, 1.32).
inline constexpr unsigned drawn_after = 80;

/// No position has more moves: each of the twelve pieces has at most 16 paths of jumps, the maximum
/// over all sets of pieces on the nine squares between those of the 4x4 grid.
inline constexpr unsigned max_moves = 12 * 16;

}  // namespace plylab::checkers
