// Pruning by static exchange evaluation: near the leaves moves are left out that lose too much
// material on their square. Switch: see-pruning.
#pragma once

#include "gen/chess/board/board.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/core/see.h"

namespace plylab::search {

/// The greatest depth at which moves are left out.
inline constexpr int see_pruning_depth = 7;

/// How much a move at this depth may lose, in centipawns.
constexpr Value see_pruning_margin(int depth, bool quiet) {
  return quiet ? 60 * depth : 25 * depth * depth + 60;
}

/// Whether the node's move loses more than that. A look at the piece that moves often settles it.
template <class S>
bool see_prunes(const NodeState<S>& n) {
  if (!n.s.switches().see_pruning || n.depth > see_pruning_depth) return false;
  const Value margin = see_pruning_margin(n.depth, is_quiet(n.move));
  const Value at_stake =
      piece_value(n.s.position, chess::type_of(n.s.position.piece_on(n.move.from())));
  return at_stake - immediate_gain(n.s.position, n.move) > margin &&
         see(n.s.position, n.move) < -margin;
}

}  // namespace plylab::search
