// A game tree written in a file, node by node.
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

/// A node of an explicit tree. The text has one node a line, with children indented deeper than
/// their parent, in the order of move generation:
///
///     root
///       a
///         aa 5
///         ab -4
///       b 6
///
/// A line is a unique name without blanks, and a whole number, the value for the side to move at
/// the root. A leaf must have a value; at an inner node it is the static value at which a shallower
/// search stops, 0 if not given. "#" starts a comment, blank lines are skipped, and tabs must not
/// be used for indentation.
///
/// A game does not end at a leaf. Forced moves follow, and the value only changes sign, so that a
/// search of a tree of uneven depth can reach its deepest leaf.
class ExplicitTree {
 public:
  using Move = std::uint8_t;  ///< the child's index, from 0
  static constexpr unsigned largest_width = 255;
  using MoveList = plylab::MoveList<Move, largest_width>;

  /// The index of the node in the file, and the plies from the root (more than the node's own
  /// beyond a leaf).
  struct Packed {
    std::uint32_t node = 0;
    std::uint32_t ply = 0;
    friend bool operator==(const Packed&, const Packed&) = default;
  };
  using Undo = std::uint32_t;  ///< the previous node

  /// Reads a tree from text; `path` only names it. Throws InputError: "file:line: what".
  static ExplicitTree parse(std::string_view text, std::string_view path);

  /// Reads a file. Throws InputError.
  static ExplicitTree load(const std::string& path);

  const std::string& name() const { return node().name; }
  bool is_leaf() const { return node().children.empty(); }
  unsigned ply() const { return at_.ply; }
  unsigned depth() const;  ///< plies from the root to the deepest leaf
  std::size_t node_count() const { return nodes_->size(); }

  /// The node's value in the file, for the side to move.
  int value() const { return at_.ply % 2 == 0 ? node().value : -node().value; }

  Side side_to_move() const { return at_.ply % 2 == 0 ? Side::first : Side::second; }
  MoveList generate() const;
  unsigned count() const { return is_leaf() ? 1 : static_cast<unsigned>(node().children.size()); }
  Undo make(Move child);
  void unmake(Move, Undo before) { at_ = {before, at_.ply - 1}; }
  Key key() const;
  Packed packed() const { return at_; }
  Outcome terminal_outcome() const { return Outcome::draw; }  // never called: moves never run out
  bool drawn_by_rule() const { return false; }

 private:
  struct Node {
    std::string name;
    int value = 0;  // for the side to move at the root
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
