// Types of nodes: Knuth and Moore's, and what the nodes of a search turned out to be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "search/base/counters.h"
#include "search/base/value.h"

namespace plylab::search {

/// The types of Knuth and Moore ("An analysis of alpha-beta pruning", Artificial Intelligence 6,
/// 1975, section 6), by the names of Marsland and Popowich ("Parallel game-tree search", IEEE PAMI
/// 7, 1985): type 1 is a node of the principal variation, type 2 one that its first move should cut
/// off, type 3 one all of whose moves must be searched.
enum class NodeType : std::uint8_t { pv, cut, all };
inline constexpr std::array<std::string_view, 3> node_type_names = {"PV", "cut", "all"};

/// The type that a search must expect of the node after a move, by the type of the node before and
/// the place of the move, 0 for the first. If the first move of a cut node does not cut, what the
/// others lead to are still all nodes; if a later move of a PV node is searched `again` with
/// another window, a new principal variation is expected.
constexpr NodeType expected_child(NodeType parent, std::size_t place, bool again) {
  if (parent == NodeType::pv && (place == 0 || again)) return NodeType::pv;
  return parent == NodeType::cut ? NodeType::all : NodeType::cut;
}

/// The type in the critical tree (Knuth and Moore's critical positions); none outside it. They
/// number the moves of a path: it is critical if all its odd or all its even numbers are 1.
constexpr std::optional<NodeType> critical_child(std::optional<NodeType> parent,
                                                 std::size_t place) {
  if (!parent || (*parent == NodeType::cut && place > 0)) return std::nullopt;
  return expected_child(*parent, place, false);
}

/// What became of a visit: its value was inside the window (as at a PV node), reached beta (a cut
/// node) or not alpha (an all node).
constexpr NodeType actual_type(Value value, Value alpha, Value beta) {
  return value >= beta ? NodeType::cut : value <= alpha ? NodeType::all : NodeType::pv;
}

/// Visits that were expected to be of one type.
struct TypeTally {
  std::uint64_t nodes = 0;
  std::array<std::uint64_t, node_type_names.size()> actual = {};  ///< of these, by actual type
  std::uint64_t outside = 0;  ///< of these, not in the critical tree
  /// Cutoffs by the index of the cutting move, as in Counters.
  std::array<std::uint64_t, Counters::last_bin + 1> cut_index = {};
  /// Likewise the index of the best move at nodes whose value was inside the window.
  std::array<std::uint64_t, Counters::last_bin + 1> best_index = {};

  std::uint64_t turned_out(NodeType type) const { return actual[static_cast<std::size_t>(type)]; }
  /// The nodes of which the search said a value; one by a list says none of inner nodes.
  std::uint64_t with_value() const { return actual[0] + actual[1] + actual[2]; }

  TypeTally& operator+=(const TypeTally& other) {
    nodes += other.nodes;
    outside += other.outside;
    for (std::size_t i = 0; i < actual.size(); ++i) actual[i] += other.actual[i];
    for (std::size_t i = 0; i < cut_index.size(); ++i) cut_index[i] += other.cut_index[i];
    for (std::size_t i = 0; i < best_index.size(); ++i) best_index[i] += other.best_index[i];
    return *this;
  }
  friend bool operator==(const TypeTally&, const TypeTally&) = default;
};

/// The visits of an iteration by expected type.
struct TypeTallies {
  std::array<TypeTally, node_type_names.size()> by_type = {};

  TypeTally& operator[](NodeType type) { return by_type[static_cast<std::size_t>(type)]; }
  const TypeTally& operator[](NodeType type) const {
    return by_type[static_cast<std::size_t>(type)];
  }
  TypeTallies& operator+=(const TypeTallies& other) {
    for (std::size_t i = 0; i < by_type.size(); ++i) by_type[i] += other.by_type[i];
    return *this;
  }
  friend bool operator==(const TypeTallies&, const TypeTallies&) = default;
};

/// The same by ply, 0 for the root; empty if they were not counted.
struct NodeTypes {
  std::vector<TypeTallies> plies = {};

  TypeTallies sum() const {
    TypeTallies sum;
    for (const TypeTallies& ply : plies) sum += ply;
    return sum;
  }
  NodeTypes& operator+=(const NodeTypes& other) {
    if (plies.size() < other.plies.size()) plies.resize(other.plies.size());
    for (std::size_t ply = 0; ply < other.plies.size(); ++ply) plies[ply] += other.plies[ply];
    return *this;
  }
  friend bool operator==(const NodeTypes&, const NodeTypes&) = default;
};

}  // namespace plylab::search
