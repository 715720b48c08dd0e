// Paths to a position by their first move.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "gen/base/count.h"

namespace plylab::perft {

/// The paths to a position that begin with one root move.
struct Paths {
  std::size_t branch;  ///< index of the root move in the caller's list
  Count count;
  friend bool operator==(const Paths&, const Paths&) = default;
};

/// Adds paths to others; both are sorted by branch, without repeats.
inline void merge_paths(std::vector<Paths>& into, const std::vector<Paths>& paths) {
  for (const Paths& some : paths) {
    const auto place = std::lower_bound(
        into.begin(), into.end(), some.branch,
        [](const Paths& known, std::size_t branch) { return known.branch < branch; });
    if (place != into.end() && place->branch == some.branch)
      place->count += some.count;
    else
      into.insert(place, some);
  }
}

/// The number of paths from all branches.
inline Count sum_of(const std::vector<Paths>& paths) {
  Count sum;
  for (const Paths& some : paths) sum += some.count;
  return sum;
}

}  // namespace plylab::perft
