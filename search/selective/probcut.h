// ProbCut: a shallow search of a node predicts what the deep one would return, and ends the node
// where the prediction is far enough outside the window (Buro, "ProbCut: an effective selective
// extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995), at every depth from 3 on
// (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello",
// 1997). Switch: probcut. For any game.
#pragma once

#include "search/base/counters.h"
#include "search/base/value.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// The least depth at which a node may end so.
inline constexpr int probcut_depth = 3;

/// The depth of the search that predicts one of this depth: about half, with the same side to move
/// at the leaves, because the values of odd and even depths differ.
constexpr int predicting_depth(int depth) { return depth / 2 - (depth / 2 + depth) % 2; }

/// Whether a shallow search of the node lies so far outside the window that the node ends. Buro
/// fits v_deep = a·v_shallow + b. Here a = 1 and b = 0, and the switch gives the margin in points,
/// usually 1.5 times the error that `plylab study probcut` measures for a game and an evaluation.
/// In the table the shallow search takes the place of what is known of the node to another depth.
template <class S>
[[gnu::noinline]] bool probcut_cuts(NodeState<S>& n, Value alpha, Value beta) {
  S& s = n.s;
  if (n.ply == 0 || n.depth < probcut_depth || n.excluded || s.joined_at(n.ply) != nullptr)
    return false;
  const Value margin = s.switches()["probcut"];
  const bool after_null_move = s.after_null_move();  // of the node, and of its shallow searches
  const auto shallow = [&](Value bound) {            // by a null window: below the bound, or not
    s.stats.count(Event::probcut_try);
    const Value value = n.search(s, predicting_depth(n.depth), n.ply, bound - 1, bound);
    s.set_after_null_move(after_null_move);
    return value;
  };
  const auto end_with = [&](Value value) {
    s.stats.count(Event::probcut);
    s.pv.clear(n.ply);
    return n.settle(value);
  };
  // Fail-soft: the prediction less the margin, unless that would announce a mate.
  if (const Value bound = beta + margin; !is_mate(beta) && !is_mate(bound))
    if (const Value value = shallow(bound); value >= bound)
      return end_with(is_mate(value) ? beta : value - margin);
  if (const Value bound = alpha - margin; !is_mate(alpha) && !is_mate(bound))
    if (const Value value = shallow(bound + 1); value <= bound)
      return end_with(is_mate(value) ? alpha : value + margin);
  return false;
}

}  // namespace plylab::search
