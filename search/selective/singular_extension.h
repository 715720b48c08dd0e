// Singular extension: a best move without rival is searched a ply deeper (Anantharaman, Campbell
// and Hsu, "Singular extensions", ICCA Journal 11(4), 1988). Switch: singular.
#pragma once

#include "search/base/value.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// The depth from which a best move is tested for rivals.
inline constexpr int singular_depth = 7;

/// How far below the best move they must all stay, in centipawns.
constexpr Value singular_margin(int depth) { return 2 * depth; }

/// Whether the node's move is the table's, known well enough to be tested.
template <class S>
bool may_be_singular(const NodeState<S>& n) {
  return n.s.switches().singular && n.place() == 0 && n.ply > 0 && n.depth >= singular_depth &&
         n.storable && n.known && n.known->has_move && n.known->move == n.move &&
         n.known->depth + 3 >= n.depth && n.known->lower != -infinity && !is_mate(n.known->lower) &&
         n.ply + n.depth < max_ply - 1;
}

/// Whether no other move comes near it: a search of the node without it, half as deep.
template <class S>
bool is_singular(NodeState<S>& n) {
  const Value singular_beta = n.known->lower - singular_margin(n.depth);
  n.s.path.exclude(n.ply, n.move);
  return n.search(n.s, (n.depth - 1) / 2, n.ply, singular_beta - 1, singular_beta) < singular_beta;
}

}  // namespace plylab::search
