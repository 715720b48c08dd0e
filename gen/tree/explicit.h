// A game tree that is written down, node by node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/game/moves.h"
#include "gen/game/position.h"

namespace plylab::tree {

/// A node of an explicit tree. The text has one node a line, children deeper indented than their
/// parent and in the order in which a search meets them:
///
///     root
///       a
///         aa 5
///         ab -4
///       b 6
///
/// A line is a name of its own, without blanks, and a whole number, the value for the side that
/// moves at the root. A leaf must have one; at an inner node it is the static value that a search
/// of less depth sees, 0 if not given. "#" starts a comment, blank lines are skipped, tabs may not
/// indent.
///
/// A game does not end at a leaf: one forced move after another follows and the value only changes
/// sides, so that a tree of uneven depth is searched to its deepest leaf.
class ExplicitTree {
 public:
  using Move = std::uint8_t;  ///< the child's place, from 0
  static constexpr unsigned largest_width = 255;
  using MoveList = plylab::MoveList<Move, largest_width>;

  /// The node's line among the nodes, and the plies from the root (larger beyond a leaf).
  struct Packed {
    std::uint32_t node = 0;
    std::uint32_t ply = 0;
    friend bool operator==(const Packed&, const Packed&) = default;
  };
  using Undo = std::uint32_t;  ///< the node before

  /// Reads a tree from text; `path` only names it. Throws InputError: "file:line: what".
  static ExplicitTree parse(std::string_view text, std::string_view path);

  /// Reads a file. Throws InputError.
  static ExplicitTree load(const std::string& path);

  const std::string& name() const { return node().name; }
  bool is_leaf() const { return node().children.empty(); }
  unsigned ply() const { return at_.ply; }
  unsigned depth() const;  ///< plies from the root to the deepest leaf
  std::size_t node_count() const { return nodes_->size(); }

  /// The value that is written at the node, for the side to move.
  int value() const { return at_.ply % 2 == 0 ? node().value : -node().value; }

  Side side_to_move() const { return at_.ply % 2 == 0 ? Side::first : Side::second; }
  MoveList generate() const;
  unsigned count() const { return is_leaf() ? 1 : static_cast<unsigned>(node().children.size()); }
  Undo make(Move child);
  void unmake(Move, Undo before) { at_ = {before, at_.ply - 1}; }
  Key key() const;
  Packed packed() const { return at_; }
  Outcome terminal_outcome() const { return Outcome::draw; }  // never asked: there is always a move
  bool drawn_by_rule() const { return false; }

 private:
  struct Node {
    std::string name;
    int value = 0;  // for the side that moves at the root
    std::vector<std::uint32_t> children;
  };
  using Nodes = std::vector<Node>;  // each after its parent
  class Reader;

  explicit ExplicitTree(Nodes nodes) : nodes_(std::make_shared<const Nodes>(std::move(nodes))) {}
  const Node& node() const { return (*nodes_)[at_.node]; }

  std::shared_ptr<const Nodes> nodes_;
  Packed at_;
};

/// The name of the node that the move leads to; beyond a leaf "-".
std::string move_text(const ExplicitTree& tree, ExplicitTree::Move child);
std::optional<ExplicitTree::Move> move_from_text(const ExplicitTree& tree, std::string_view text);

static_assert(Position<ExplicitTree>);

}  // namespace plylab::tree
