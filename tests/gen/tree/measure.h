// Measured properties of a synthetic tree, beside those that its spec asked for.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/base/random.h"
#include "gen/tree/tree.h"

namespace plylab::tree {

/// Shares over the distinct inner nodes of a tree. The best child is known from the true values;
/// where several are equally good, each counts as the best.
struct Measures {
  double nodes = 0;    ///< distinct inner nodes: counted, or estimated from the sample
  double width = 0;    ///< average number of children of an inner node
  double first = 0;    ///< share of nodes whose first child is the best
  double quarter = 0;  ///< share of nodes with the best in the first quarter of the children
  double merged = 0;   ///< share of the edges from ply 1 on that lead to a shared node
  std::uint64_t looked_at = 0;  ///< inner nodes whose children were valued
  bool sampled = false;         ///< whether that was only a part of them
};

/// Looks at every inner node if there are at most `limit` of them, else at those on random paths
/// until it has seen that many. Paths are drawn with a fixed seed, and each node weighs as many
/// nodes as it stands for (Knuth 1975, "Estimating the efficiency of backtrack programs").
Measures measure(const Tree& root, std::uint64_t limit = 50'000);

/// One figure of a tree, and what the spec asked for where it asks for one number.
struct Figure {
  std::string_view name;
  std::optional<double> asked;
  double found;
};

/// The figures of a tree: "width", "first is best", "best in first quarter", "merged".
std::vector<Figure> beside_spec(const Spec& spec, const Measures& measures);

/// Sums over nodes, each with its weight.
struct Sums {
  double nodes = 0, children = 0, first = 0, quarter = 0, mergeable = 0, merged = 0;
  std::uint64_t looked_at = 0;

  /// Adds an inner node and returns the children that have no other way to them.
  Tree::MoveList look(Tree& node, double weight) {
    Tree::MoveList own;
    const auto moves = node.generate();
    int best = std::numeric_limits<int>::min();
    std::size_t place = 0;  // of the first child among the best ones
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (!node.transposes(moves[i])) own.add(moves[i]);
      const auto undo = node.make(moves[i]);
      if (const int value = -node.true_value(); value > best) {
        best = value;
        place = i;
      }
      node.unmake(moves[i], undo);
    }
    ++looked_at;
    nodes += weight;
    children += weight * static_cast<double>(moves.size());
    if (place == 0) first += weight;
    if (place < first_quarter(node.count())) quarter += weight;
    if (node.ply() > 0) {
      mergeable += weight * static_cast<double>(moves.size());
      merged += weight * static_cast<double>(moves.size() - own.size());
    }
    return own;
  }
};

/// Visits each distinct inner node once: by the path that is its own.
inline void look_at_all(Tree& node, Sums& sums) {
  if (node.is_leaf()) return;
  for (const auto move : sums.look(node, 1)) {
    const auto undo = node.make(move);
    look_at_all(node, sums);
    node.unmake(move, undo);
  }
}

inline void look_at_one_path(Tree node, std::uint64_t& random, Sums& sums) {
  double weight = 1;
  while (!node.is_leaf()) {
    const auto own = sums.look(node, weight);
    weight *= static_cast<double>(own.size());
    node.make(own[splitmix64(random) % own.size()]);
  }
}

inline Measures measure(const Tree& root, std::uint64_t limit) {
  const Spec& spec = root.spec();
  double max = 0;  // inner nodes
  for (unsigned ply = 0; ply < spec.depth; ++ply) max += std::pow(spec.max_width, ply);
  const bool sampled = max > static_cast<double>(limit);

  Sums sums;
  double paths = 1;
  if (sampled) {
    std::uint64_t random = 1;
    for (paths = 0; sums.looked_at < limit; ++paths) look_at_one_path(root, random, sums);
  } else {
    Tree node = root;
    look_at_all(node, sums);
  }
  return {.nodes = sums.nodes / paths,
          .width = sums.children / sums.nodes,
          .first = sums.first / sums.nodes,
          .quarter = sums.quarter / sums.nodes,
          .merged = sums.mergeable > 0 ? sums.merged / sums.mergeable : 0,
          .looked_at = sums.looked_at,
          .sampled = sampled};
}

inline std::vector<Figure> beside_spec(const Spec& spec, const Measures& measures) {
  // Up to four children the first quarter is the first child.
  const double quarter = first_quarter(spec.max_width) == 1 ? spec.order : spec.quarter;
  return {{"width", (spec.min_width + spec.max_width) / 2.0, measures.width},
          {"first is best", spec.order, measures.first},
          {"best in first quarter", quarter, measures.quarter},
          {"merged", spec.merge, measures.merged}};
}

}  // namespace plylab::tree
