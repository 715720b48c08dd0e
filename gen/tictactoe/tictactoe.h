// Tic-tac-toe, the smallest game that people play.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/move_list.h"
#include "gen/position.h"

namespace plylab {

/// Tic-tac-toe: two sets of cells. Full minimax visits 549946 nodes (a count in many textbooks).
class TicTacToe {
 public:
  using Move = std::uint8_t;  // the cell, 0 to 8
  using MoveList = plylab::MoveList<Move, 9>;
  using Packed = std::array<std::uint16_t, 2>;
  struct Undo {};

  Side side_to_move() const { return side_; }
  MoveList generate() const {
    MoveList moves;
    if (!won())
      for (Move cell = 0; cell < 9; ++cell)
        if ((taken() >> cell & 1) == 0) moves.add(cell);
    return moves;
  }
  unsigned count() const { return won() ? 0 : 9 - static_cast<unsigned>(std::popcount(taken())); }
  Undo make(Move cell) {
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

 private:
  std::uint16_t& cells(Side side) { return cells_[static_cast<std::size_t>(side)]; }
  unsigned taken() const { return cells_[0] | cells_[1]; }
  /// Whether the side that has just moved has three in a row.
  bool won() const {
    const unsigned last = cells_[static_cast<std::size_t>(!side_)];
    for (unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
      if ((last & line) == line) return true;
    return false;
  }

  std::array<std::uint16_t, 2> cells_{};
  Side side_ = Side::first;
};

inline std::string move_text(const TicTacToe&, TicTacToe::Move cell) {
  return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)};
}
inline std::optional<TicTacToe::Move> move_from_text(const TicTacToe& game, std::string_view text) {
  for (const auto cell : game.generate())
    if (move_text(game, cell) == text) return cell;
  return std::nullopt;
}

static_assert(Position<TicTacToe>);

}  // namespace plylab
