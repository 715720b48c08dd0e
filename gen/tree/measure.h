// Measured properties of a synthetic tree, beside those that its spec asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

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

}  // namespace plylab::tree
