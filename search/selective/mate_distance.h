// Mate distance pruning: no search for a mate that is longer than one already known (Chess
// Programming Wiki, "Mate distance pruning"). Switch: mate-distance.
#pragma once

#include <algorithm>

#include "search/base/value.h"

namespace plylab::search {

/// Whether a node with the window needs no search, its value being alpha; raises alpha to what
/// being mated here would be worth. The window keeps its upper end, so that a mate by the next move
/// is exact and has a line.
constexpr bool mate_distance_cuts(int ply, Value& alpha, Value beta) {
  alpha = std::max(alpha, -mate_value + ply);
  return alpha >= std::min(beta, mate_value - ply - 1);
}

}  // namespace plylab::search
