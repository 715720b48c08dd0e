// Games that are no chess: what a guest of the lab would write. See ADDING.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gen/game/moves.h"
#include "gen/game/position.h"
#include "gen/tictactoe/tictactoe.h"
#include "search/base/value.h"

namespace plylab::toys {

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
  Outcome terminal_outcome() const { return Outcome::draw; }
  bool drawn_by_rule() const { return false; }

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

static_assert(Position<UniformTree>);

/// Evaluations for the two.
struct NoValue {
  search::Value operator()(const tictactoe::Board&) const { return 0; }
};
struct LeafValue {
  search::Value operator()(const UniformTree& leaf) const { return leaf.value(); }
};

}  // namespace plylab::toys
