// Games that are no chess: what a guest of the lab would write. See ADDING.md.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/move_list.h"
#include "gen/position.h"
#include "search/value.h"

namespace plylab::toys {

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
  Outcome ended() const { return won() ? Outcome::loss : Outcome::draw; }
  bool drawn() const { return false; }

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

/// A uniform tree of fixed width that exists only as numbers. The value of a leaf follows from its
/// path; order 0 makes the first child of each node its best (the perfectly ordered tree), any
/// other number seeds random leaves.
class UniformTree {
 public:
  using Move = std::uint8_t;  // the child's place
  using MoveList = plylab::MoveList<Move, 16>;
  using Packed = std::uint64_t;
  using Undo = std::uint64_t;

  UniformTree(unsigned width, std::uint64_t seed) : width_(width), seed_(seed) {}

  Side side_to_move() const { return side_; }
  MoveList generate() const {
    MoveList moves;
    for (unsigned child = 0; child < width_; ++child) moves.add(static_cast<Move>(child));
    return moves;
  }
  unsigned count() const { return width_; }
  Undo make(Move child) {
    const Undo before = path_;
    path_ = path_ * (width_ + 1) + child + 1;
    side_ = !side_;
    return before;
  }
  void unmake(Move, Undo before) {
    path_ = before;
    side_ = !side_;
  }
  Key key() const { return {width_, path_}; }
  Packed packed() const { return path_; }
  Outcome ended() const { return Outcome::draw; }
  bool drawn() const { return false; }

  /// The leaf's value for the side to move there.
  search::Value value() const {
    if (seed_ == 0) return ordered_value();
    std::uint64_t z = (path_ ^ seed_) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 32) * 0xbf58476d1ce4e5b9;
    return static_cast<search::Value>((z >> 40) % 201) - 100;
  }

 private:
  /// Each deviation from the first child costs the one who deviates; nearer the root it costs more.
  search::Value ordered_value() const {
    search::Value value = 0, weight = 1;
    Side mover = side_;
    for (std::uint64_t path = path_; path != 0; path /= width_ + 1, weight *= 2) {
      mover = !mover;
      if (path % (width_ + 1) != 1) value += mover == side_ ? -weight : weight;
    }
    return value;
  }

  unsigned width_;
  std::uint64_t seed_;
  std::uint64_t path_ = 0;
  Side side_ = Side::first;
};

inline std::string move_text(const UniformTree&, UniformTree::Move child) {
  return std::to_string(child);
}
inline std::optional<UniformTree::Move> move_from_text(const UniformTree& tree,
                                                       std::string_view text) {
  for (const auto child : tree.generate())
    if (move_text(tree, child) == text) return child;
  return std::nullopt;
}

static_assert(Position<TicTacToe> && Position<UniformTree>);

/// Evaluations for the two.
struct NoValue {
  search::Value operator()(const TicTacToe&) const { return 0; }
};
struct LeafValue {
  search::Value operator()(const UniformTree& leaf) const { return leaf.value(); }
};

}  // namespace plylab::toys
