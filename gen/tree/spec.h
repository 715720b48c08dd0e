// The description of a synthetic tree, as text and as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace plylab::tree {

/// How the leaves of a tree get their values.
enum class Values : std::uint8_t {
  incremental,  ///< sums along the edges: each move costs its player nothing or a random loss
  independent,  ///< each leaf independently, uniform over the whole range
};

/// No value of a tree is larger; it leaves room for the mate scores of the searches.
inline constexpr int largest_value = 30000;

/// The largest number of children of a node, and the largest depth of a tree.
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
  int noise = 20;    ///< an inner node's static value is off its true value by at most this
  double merge = 0;  ///< share of the edges that lead to the node of another edge

  friend bool operator==(const Spec&, const Spec&) = default;
};

/// Reads "tree(width=20,depth=6,…)". Every key is optional; "tree" alone is valid. `width` is a
/// number or a range such as 10..30; `values` is incremental or independent. Defaults are those of
/// Spec, with two exceptions. `quarter` is order + 2/3 (1 − order), which is 0.9 for the default
/// order: the strongly ordered trees of Marsland and Campbell ("Parallel search of strongly ordered
/// game trees", Computing Surveys 14, 1982); For independent values, `range` is 10000, so that ties
/// are rare. `noise` is a fifth of the range.
///
/// Throws InputError, which names the key and its valid values.
Spec parse_spec(std::string_view text);

/// The spec with every key: parse_spec(to_string(spec)) == spec.
std::string to_string(const Spec& spec);

/// Throws InputError if a number is out of range or the numbers contradict each other.
void check(const Spec& spec);

/// A quarter of `width` children, rounded up. With up to four children it is the first child alone,
/// and `quarter` then has no effect.
constexpr unsigned first_quarter(unsigned width) { return (width + 3) / 4; }

/// The largest share of edges that may be merged if inner nodes have at least `width` children: the
/// first solution of m = (1 − 1/w)(1 − 1/(w(1 − m))), because neither a best child nor the children
/// of one are merged.
double largest_merge(unsigned width);

}  // namespace plylab::tree
