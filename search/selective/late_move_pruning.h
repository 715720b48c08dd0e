// Late move pruning: near the leaves a node tries a limited number of moves and skips the other
// quiet ones (Chess Programming Wiki, "Futility pruning", move count based pruning). Switch: lmp.
#pragma once

#include <cstddef>

#include "search/core/move_facts.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// The largest depth at which moves are skipped.
inline constexpr int lmp_depth = 8;

/// The largest depth at which moves that give check are kept, since they may mate (by plylab's
/// trials: at more depths the suite tactics has fewer solutions).
inline constexpr int lmp_keeps_checks_depth = 1;

/// How many moves a node at this depth tries first.
constexpr std::size_t lmp_move_count(int depth, bool improving) {
  const auto tries = static_cast<std::size_t>(3 + depth * depth);
  return improving ? tries : tries / 2 + 1;
}

/// Whether the node's move and all remaining quiet moves can be skipped, but for those checks.
template <class S>
bool is_late_enough_to_prune(const NodeState<S>& n) {
  return n.s.switches()["lmp"] && is_quiet(n.move) && n.depth <= lmp_depth &&
         n.place() >= lmp_move_count(n.depth, n.improving);
}

}  // namespace plylab::search
