// The moves of a position in an order that does not depend on the generator.
#pragma once

#include <algorithm>
#include <vector>

#include "gen/game/position.h"

namespace plylab {

template <Position P>
std::vector<typename P::Move> sorted_moves(const P& position) {
  const auto moves = position.generate();
  std::vector<typename P::Move> sorted(moves.begin(), moves.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace plylab
