// Synthetic game trees: positions that exist only as numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gen/base/count.h"
#include "gen/game/moves.h"
#include "gen/game/position.h"
#include "gen/tree/spec.h"

namespace plylab::tree {

/// x ↦ x^(1/n) on fractions of 2^64: monotonic, exact at 16 knots an octave and linear between
/// them, so that the relative error is below 1/8000. std::pow is unsuitable because its last bit
/// depends on the machine. Below 2^−40 the root is held constant.
class Root {
 public:
  /// n is at least 1.
  explicit Root(unsigned n);

  std::uint64_t operator()(std::uint64_t x) const {
    if (x < smallest) return knots_[0];
    const int octave = 63 - std::countl_zero(x);
    const int shift = octave - knot_bits;
    const std::size_t knot = index(octave, x >> shift);
    const std::uint64_t part = x << (64 - shift);  // fraction of the way from this knot to the next
    return knots_[knot] + multiply_high(knots_[knot + 1] - knots_[knot], part);
  }

 private:
  static constexpr int knot_bits = 4;
  static constexpr int first_octave = 24;
  static constexpr std::uint64_t smallest = std::uint64_t{1} << first_octave;

  /// The knot at or below a number in that octave whose top five bits are `top`.
  static constexpr std::size_t index(int octave, std::uint64_t top) {
    return (static_cast<std::size_t>(octave - first_octave) << knot_bits) | (top & 15);
  }

  std::array<std::uint64_t, ((64 - first_octave) << knot_bits) + 1> knots_{};
};

/// A node of a synthetic tree. No node is stored: a child's random numbers are a hash of its
/// parent's key and its index, so that a tree takes no memory and is the same on every machine.
///
/// *Values from the root down.* To control the move ordering without a search, values are drawn
/// from the root downwards. Each node has its true (minimax) value; one child gets the same value,
/// and the others get random worse ones. The best child is the first with probability `order`,
/// elsewhere in the first quarter with probability `quarter` − `order`, and uniform over the rest
/// otherwise. Minimax therefore finds true_value(), and with order=1 alpha-beta visits Knuth and
/// Moore's minimal tree exactly.
/// - `incremental`: a leaf's value is the sum of numbers along its path (Newborn 1977, "The
///   efficiency of the alpha-beta search on trees with branch-dependent terminal node scores"),
///   here written as losses: the best move costs 0, any other 1 … range.
/// - `independent`: leaves are independent and uniform. Take a node of width w whose value is the
///   p-quantile of all nodes at its height. Its best child is at the (1 − p^(1/w))-quantile of the
///   children's values, because the maximum of w uniform numbers has the distribution x^w; the
///   other children are uniform beyond that. The leaves therefore have the joint distribution of
///   independent uniform leaves, to the precision of Root. With a range of widths this is
///   approximate, and w is the mean.
///
/// *Transpositions.* With `merge` some edges lead to a child of the parent's best sibling, so that
/// two paths reach the same node at the same ply. Edges to best children, and to children of best
/// children, are never merged, so that all values stay the same. `merge` is the share of merged
/// edges into each ply, from the second on, and so the share by which the number of nodes in the
/// ply is reduced.
///
/// *Beyond the leaves* there are only forced moves, and the value only changes sign, so that a
/// search deeper than the tree finds the same value.
class Tree {
 public:
  using Move = std::uint8_t;  ///< the child's index, from 0
  using MoveList = plylab::MoveList<Move, largest_width>;

  /// The path from the root; for merged paths, the one through the best sibling.
  struct Packed {
    std::array<std::uint8_t, largest_depth> path{};
    std::uint8_t ply = 0;
    friend bool operator==(const Packed&, const Packed&) = default;
  };

 private:
  /// The data of a node that is visited.
  struct Node {
    Key key;
    std::uint64_t plan = 0;  // the true value; for independent values its quantile
    std::uint8_t width = 1;  // children
    std::uint8_t best = 0;   // the best child's index
  };

 public:
  /// The node, its parent and the last step of the path.
  struct Undo {
    Node node, parent;
    std::uint8_t last;
  };

  /// The root. Throws InputError if check() finds the spec wrong.
  explicit Tree(const Spec& spec);

  const Spec& spec() const { return plan_->spec; }
  unsigned ply() const { return packed_.ply; }
  bool is_leaf() const { return packed_.ply >= plan_->spec.depth; }

  /// The index of the best child; 0 at a leaf.
  Move best_child() const { return node_.best; }

  /// The minimax value of the tree below this node, for the side to move.
  int true_value() const;

  /// The static value for the side to move: at a leaf its value; above the leaves the true value
  /// plus or minus a random number of at most `noise`.
  int value() const;

  /// Whether the move is a merged edge: the path of its node is another one.
  bool transposes(Move child) const;

  Side side_to_move() const { return packed_.ply % 2 == 0 ? Side::first : Side::second; }
  MoveList generate() const {
    MoveList moves;
    for (unsigned child = 0; child < node_.width; ++child) moves.add(static_cast<Move>(child));
    return moves;
  }
  unsigned count() const { return node_.width; }
  Undo make(Move child);
  void unmake(Move, const Undo& undo);
  Key key() const { return node_.key; }
  Packed packed() const { return packed_; }
  Outcome terminal_outcome() const { return Outcome::draw; }  // never called: moves never run out
  bool drawn_by_rule() const { return false; }

 private:
  /// Data that all nodes of a tree share.
  struct Plan {
    explicit Plan(const Spec& spec);
    Spec spec;
    Root root;                 // the width-th root
    std::uint64_t first;       // `order` as a fraction of 2^32
    std::uint64_t in_quarter;  // `quarter` as a fraction of 2^32
  };

  Node child_of(const Node& parent, Move child, unsigned ply) const;
  std::uint64_t plan_of(const Node& parent, const Key& key, bool best) const;
  void draw_children(Node& node) const;

  std::shared_ptr<const Plan> plan_;
  Node node_;
  Node parent_;
  Packed packed_;
};

std::string move_text(const Tree& tree, Tree::Move child);  ///< the index, from 0
std::optional<Tree::Move> move_from_text(const Tree& tree, std::string_view text);

/// The evaluation of a tree's nodes: their own static values.
struct TreeEvaluation {
  int operator()(const auto& node) const { return node.value(); }
};

static_assert(Position<Tree>);

}  // namespace plylab::tree
