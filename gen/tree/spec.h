// The description of a synthetic tree, as text and as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plylab::tree {

/// How the leaves of a tree get their values.
enum class Values : std::uint8_t {
  incremental,  ///< sums along the edges: each move costs its player nothing or a random loss
  independent,  ///< each leaf on its own, uniform over the whole range
};

/// No value of a tree is larger; it leaves room for the mate scores of the searches.
inline constexpr int largest_value = 30000;

/// The most children of a node, and the greatest depth of a tree.
inline constexpr unsigned largest_width = 255;
inline constexpr unsigned largest_depth = 31;

/// The parameters of a tree; equal specs give equal trees on every machine. tree.h describes how.
struct Spec {
  unsigned min_width = 20;  ///< children of an inner node, drawn for each node from this …
  unsigned max_width = 20;  ///< … to this, both included
  unsigned depth = 6;       ///< in plies
  std::uint64_t seed = 1;
  double order = 0.7;    ///< probability that the first child is the best
  double quarter = 0.9;  ///< probability that the best is in the first quarter of the children
  Values values = Values::incremental;
  int range = 100;   ///< incremental: the largest loss; independent: leaves in −range … range
  int noise = 20;    ///< an inner node's static value is its true value give or take this
  double merge = 0;  ///< share of the edges that are led to another edge's node

  friend bool operator==(const Spec&, const Spec&) = default;
};

/// Reads "tree(width=20,depth=6,…)". Every key may be missing; "tree" alone is valid. `width` is a
/// number or a range such as 10..30; `values` is incremental or independent. Defaults are those of
/// Spec, but: `quarter` holds the best child in two of three cases in which it is not the first,
/// which makes 0.9 of the default order, the strongly ordered trees of Marsland and Campbell
/// ("Parallel search of strongly ordered game trees", Computing Surveys 14, 1982); `range` is 10000
/// for independent values, so that ties are rare; `noise` is a fifth of the range.
///
/// Throws InputError, naming the key and what it may be.
Spec parse_spec(std::string_view text);

/// The spec with every key: parse_spec(to_string(spec)) == spec.
std::string to_string(const Spec& spec);

/// Throws InputError if a number is out of its range or the numbers do not go together.
void check(const Spec& spec);

/// The number of children that make up the first quarter of `width` children, rounded up. Up to
/// four children it is the first child alone, and then `quarter` cannot ask for anything.
constexpr unsigned first_quarter(unsigned width) { return (width + 3) / 4; }

/// The largest share of edges that may be merged if inner nodes have at least `width` children:
/// the first solution of m = (1 − 1/w)(1 − 1/(w(1 − m))), because neither a best child nor the
/// children of one are led elsewhere.
double largest_merge(unsigned width);

}  // namespace plylab::tree
