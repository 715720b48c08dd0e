// Pruning by static exchange evaluation: near the leaves, skips moves that lose too much material
// on their target square. Switch: see-pruning.
#pragma once

#include "gen/chess/board/board.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/core/see.h"

namespace plylab::search {

/// The largest depth at which moves are skipped.
inline constexpr int see_pruning_depth = 7;

/// The material that a move at this depth may lose, in centipawns.
constexpr Value see_pruning_margin(int depth, bool quiet) {
  return quiet ? 60 * depth : 25 * depth * depth + 60;
}

/// Whether the node's move loses more than that. The value of the moving piece often decides
/// without an exchange evaluation.
template <class S>
bool see_prunes(const NodeState<S>& n) {
  if (!n.s.switches()["see-pruning"] || n.depth > see_pruning_depth) return false;
  const Value margin = see_pruning_margin(n.depth, is_quiet(n.move));
  const Value at_stake =
      piece_value(n.s.position, chess::type_of(n.s.position.piece_on(n.move.from())));
  return at_stake - immediate_gain(n.s.position, n.move) > margin &&
         see(n.s.position, n.move) < -margin;
}

}  // namespace plylab::search
