// Small synthetic trees of all shapes, the same on every machine.
#pragma once

#include <cstdint>

#include "gen/base/random.h"
#include "gen/tree/spec.h"

namespace plylab::testing {

/// Visits every node that can be reached in `plies` from here, by every path.
template <class P, class Visit>
void for_each_path(P& node, unsigned plies, Visit&& visit) {
  visit(node);
  if (plies == 0) return;
  for (const auto move : node.generate()) {
    const auto undo = node.make(move);
    for_each_path(node, plies - 1, visit);
    node.unmake(move, undo);
  }
}

/// A small tree of some shape: the same one for the same number.
inline tree::Spec random_spec(std::uint64_t seed) {
  std::uint64_t state = seed;
  const auto below = [&](unsigned bound) {
    return static_cast<unsigned>(splitmix64(state) % bound);
  };
  tree::Spec spec;
  spec.seed = seed;
  spec.min_width = 1 + below(4);
  spec.max_width = spec.min_width + below(3);
  spec.depth = 1 + below(5);
  spec.order = below(11) / 10.0;
  spec.quarter = spec.order + (1 - spec.order) * below(11) / 10.0;
  spec.values = below(2) == 0 ? tree::Values::incremental : tree::Values::independent;
  spec.range = 1 + static_cast<int>(below(40));
  spec.noise = static_cast<int>(below(static_cast<unsigned>(spec.range)));
  spec.merge = tree::largest_merge(spec.min_width) * below(3) / 2;
  return spec;
}

}  // namespace plylab::testing
