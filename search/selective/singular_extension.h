// Singular extension: a best move that is clearly better than all others is searched one ply deeper
// (Anantharaman, Campbell and Hsu, "Singular extensions", ICCA Journal 11(4), 1988). Switch:
// singular.
#pragma once

#include "search/base/value.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// The smallest depth at which a best move is tested.
inline constexpr int singular_depth = 7;

/// How far below the best move all others must stay, in centipawns.
constexpr Value singular_margin(int depth) { return 2 * depth; }

/// Whether the node's move is the table's best move, with a value deep enough to test it.
template <class S>
bool may_be_singular(const NodeState<S>& n) {
  return n.s.switches()["singular"] && n.place() == 0 && n.ply > 0 && n.depth >= singular_depth &&
         n.storable && n.known && n.known->has_move && n.known->move == n.move &&
         n.known->depth + 3 >= n.depth && n.known->lower != -infinity && !is_mate(n.known->lower) &&
         n.ply + n.depth < max_ply - 1;
}

/// Whether all other moves are clearly worse, by a search of the node without this move to half the
/// depth.
template <class S>
bool is_singular(NodeState<S>& n) {
  const Value singular_beta = n.known->lower - singular_margin(n.depth);
  n.s.path.exclude(n.ply, n.move);
  return n.search(n.s, (n.depth - 1) / 2, n.ply, singular_beta - 1, singular_beta) < singular_beta;
}

}  // namespace plylab::search
