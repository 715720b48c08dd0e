// Moves in the order in which a mate search tries them, sorted no further than it comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "gen/chess/board/move.h"
#include "gen/game/moves.h"

namespace plylab::search::mate {

/// A move and its place in the order: the lowest first.
struct RankedMove {
  chess::Move move;
  std::uint16_t rank;
};
using RankedMoves = MoveList<RankedMove, 416>;

/// Moves the candidate of the lowest rank from `from` on to that place, and returns its move.
/// `from` is less than the number of candidates.
inline chess::Move next(RankedMoves& candidates, std::size_t from) {
  // Not std::min_element, which reads the least rank anew from its place for each candidate: that
  // cost a seventh of the time of exhaustive search.
  std::size_t best = from;
  unsigned least = candidates[from].rank;
  for (std::size_t i = from + 1; i < candidates.size(); ++i)
    if (candidates[i].rank < least) {
      least = candidates[i].rank;
      best = i;
    }
  std::swap(candidates[from], candidates[best]);
  return candidates[from].move;
}

}  // namespace plylab::search::mate
