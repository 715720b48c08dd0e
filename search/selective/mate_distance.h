// Mate distance pruning: no search for a mate that is longer than one already known (Chess
// Programming Wiki, "Mate distance pruning"). Switch: mate-distance.
#pragma once

#include <algorithm>

#include "search/base/value.h"

namespace plylab::search {

/// Whether a node with this window needs no search and has the value alpha; raises alpha to the
/// value of being mated here. Keeps beta, so that a mate by the next move is exact and has a line.
constexpr bool mate_distance_cuts(int ply, Value& alpha, Value beta) {
  alpha = std::max(alpha, -mate_value + ply);
  return alpha >= std::min(beta, mate_value - ply - 1);
}

}  // namespace plylab::search
