// Proof-number search, and PN², which searches each leaf by a second proof-number search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/base/proof_numbers.h"
#include "search/prove/and_or_tree.h"

namespace plylab::search::prove {

/// The numbers of a node that has just been looked at.
constexpr NodeNumbers first_numbers(std::optional<bool> decided) {
  return !decided ? NodeNumbers{} : *decided ? proved_node(0) : refuted_node;
}

/// Proof-number search (Allis, van der Meulen and van den Herik, "Proof-number search", Artificial
/// Intelligence 66, 1994): a tree in memory grows at its most-proving node, the leaf that matters
/// for a proof and for a disproof of the root alike. A position that several paths lead to is
/// several nodes.
///
/// `Squared` makes it PN² (Allis, "Searching for solutions in games and artificial intelligence",
/// 1994; Breuker, "Memory versus search in games", 1998): a second proof-number search of the leaf,
/// with as many nodes as the tree has, finds the numbers of the leaf's children before they are
/// added, and is then forgotten.
template <class Tree, bool Squared>
class ProofNumberSearch {
 public:
  using Move = typename Tree::Move;

  /// The expansion of one leaf may add to `max_nodes`.
  ProofNumberSearch(Tree& tree, std::size_t max_nodes) : tree_(tree), max_nodes_(max_nodes) {}

  /// Searches the undecided node at which the tree stands until it is decided, or no more nodes may
  /// be kept. Throws Stopped.
  NodeNumbers search() {
    nodes_.assign(1, {});
    do grow(0);
    while (!nodes_.front().value.decided() && nodes_.size() < max_nodes_);
    return nodes_.front().value;
  }

  /// A child of a node, with what is known of it.
  struct Node {
    Move move{};
    NodeNumbers value = {};
    std::uint32_t first = 0, children = 0;  // their places; none while it is a leaf
  };

  /// The children of the node that was searched.
  std::span<const Node> children() const { return children_of(nodes_.front()); }

  /// The most nodes kept at one time so far.
  std::size_t kept() const { return std::max(kept_, nodes_.size()); }

 private:
  std::span<const Node> children_of(const Node& node) const {
    return std::span(nodes_).subspan(node.first, node.children);
  }

  /// Expands the most-proving node below this one, at which the tree stands, and brings the numbers
  /// on the way back up to date.
  void grow(std::size_t at) {
    const bool prover_moves = tree_.prover_moves();
    if (nodes_[at].children == 0) {
      const std::size_t first = nodes_.size();
      add_children();
      nodes_[at].first = static_cast<std::uint32_t>(first);
      nodes_[at].children = static_cast<std::uint32_t>(nodes_.size() - first);
    } else {
      const auto children = children_of(nodes_[at]);
      const Node& next =
          prover_moves ? most_promising<true>(children) : most_promising<false>(children);
      tree_.after(next.move, [&, place = static_cast<std::size_t>(&next - nodes_.data())] {
        grow(place);
        return true;
      });
    }
    const auto children = children_of(nodes_[at]);
    nodes_[at].value = prover_moves ? combine<true>(children) : combine<false>(children);
  }

  /// Appends the children of the leaf at which the tree stands.
  void add_children() {
    if constexpr (Squared) {
      const std::size_t size = nodes_.size();
      ProofNumberSearch<Tree, false> second(tree_, std::min(size, max_nodes_ - size));
      second.search();
      kept_ = std::max(kept_, size + second.kept());
      for (const auto& child : second.children()) nodes_.push_back({child.move, child.value});
    } else {
      for (const Move move : tree_.moves())
        nodes_.push_back({move, first_numbers(tree_.after(move, [&] { return tree_.look(); }))});
    }
  }

  Tree& tree_;
  const std::size_t max_nodes_;
  std::vector<Node> nodes_;
  std::size_t kept_ = 0;
};

}  // namespace plylab::search::prove
