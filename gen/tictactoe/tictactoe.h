// Tic-tac-toe, the smallest game that people play.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "gen/game/game.h"
#include "gen/game/move_kinds.h"
#include "gen/game/moves.h"
#include "gen/game/position.h"

namespace plylab::tictactoe {

/// Two sets of cells. Full minimax visits 549946 nodes (a number given in many textbooks).
class Board {
 public:
  using Move = std::uint8_t;  // the cell, 0 to 8
  using MoveList = plylab::MoveList<Move, 9>;
  using Packed = std::array<std::uint16_t, 2>;
  struct Undo {};

  /// The empty board.
  Board() = default;
  /// The cells of both sides, bit i for cell i. Throws InputError if no game leads there.
  explicit Board(const Packed& cells);

  Side side_to_move() const { return side_; }
  MoveList generate() const {
    MoveList moves;
    if (!won())
      for (Move cell = 0; cell < 9; ++cell)
        if (((taken() >> cell) & 1) == 0) moves.add(cell);
    return moves;
  }
  unsigned count() const { return won() ? 0 : 9 - static_cast<unsigned>(std::popcount(taken())); }
  Undo make(Move cell) {
    assert(cell < 9 && (((cells_[0] | cells_[1]) >> cell) & 1) == 0);
    cells(side_) |= static_cast<std::uint16_t>(1 << cell);
    side_ = !side_;
    return {};
  }
  void unmake(Move cell, Undo) {
    side_ = !side_;
    cells(side_) &= static_cast<std::uint16_t>(~(1 << cell));
  }
  Key key() const { return {cells_[0], cells_[1]}; }
  Packed packed() const { return cells_; }
  Outcome terminal_outcome() const { return won() ? Outcome::loss : Outcome::draw; }
  bool drawn_by_rule() const { return false; }

  int filled() const { return std::popcount(taken()); }

 private:
  std::uint16_t& cells(Side side) { return cells_[static_cast<std::size_t>(side)]; }
  unsigned taken() const { return cells_[0] | cells_[1]; }
  /// Whether the side that has just moved has three in a row.
  bool won() const { return has_line(cells_[static_cast<std::size_t>(!side_)]); }
  static bool has_line(unsigned last) {
    for (unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
      if ((last & line) == line) return true;
    return false;
  }

  std::array<std::uint16_t, 2> cells_{};
  Side side_ = Side::first;
};

/// "a1" to "c3".
inline std::string move_text(const Board&, Board::Move cell) {
  return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)};
}
inline std::optional<Board::Move> move_from_text(const Board& game, std::string_view text) {
  for (const auto cell : game.generate())
    if (move_text(game, cell) == text) return cell;
  return std::nullopt;
}

/// What perft statistics count.
struct MoveKinds {
  enum Kind : std::size_t { wins, draws, counted };
  static constexpr std::array<StatisticsColumn, counted> columns{{
      {"wins", "last moves that make three in a row"},
      {"draws", "last moves that fill the board without"},
  }};
  static void add(Board& board, Board::Move cell, std::array<std::uint64_t, counted>& counts) {
    board.make(cell);
    if (board.count() == 0) ++counts[board.terminal_outcome() == Outcome::loss ? wins : draws];
    board.unmake(cell, {});
  }
};

/// Tic-tac-toe as a plylab game. A position is written rank by rank from the top, "x.o/.x./..o"; x
/// begins, so that the numbers of pieces tell the side to move.
struct TicTacToe {
  using Start = Board;
  using MoveKinds = tictactoe::MoveKinds;

  static constexpr std::string_view name = "tictactoe";
  static constexpr std::string_view summary = "three in a row on a board of 3x3";
  static constexpr std::string_view notation = "three ranks from the top, such as x.o/.x./..o";
  static constexpr std::string_view start = ".../.../...";
  static constexpr std::tuple generators{Generator<Board>{"bits", "two sets of nine bits"}};

  /// Throws InputError for a text that is not such a board, or a board that no game leads to.
  static Board parse(std::string_view text);
  static std::string to_string(const Board& board);
  static int longest(const Board& board) { return 9 - board.filled(); }
};

static_assert(Game<TicTacToe>);

/// The rows of the board. See GameInfo::rows.
inline std::string board_rows(const Board& board) { return TicTacToe::to_string(board); }

}  // namespace plylab::tictactoe
