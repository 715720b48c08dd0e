// ProbCut: a shallow search of a node predicts what the deep one would return, and ends the node
// where the prediction is far enough outside the window (Buro, "ProbCut: an effective selective
// extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995), at every depth (Buro,
// "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
// Switch: probcut. For any game.
#pragma once

#include "search/base/value.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// The least depth at which a node may end so.
inline constexpr int probcut_depth = 3;

/// The depth of the search that predicts one of this depth: about half, with the same side to move
/// at the leaves, because the values of odd and even depths differ.
constexpr int predicting_depth(int depth) { return depth / 2 - (depth / 2 + depth) % 2; }

/// Whether a shallow search of the node lies so far outside the window that the node ends. Buro
/// fits v_deep = a·v_shallow + b with an error of deviation σ. Here a = 1 and b = 0, and the switch
/// gives the margin, a multiple of σ: `plylab study probcut` fits all three for a game and an
/// evaluation.
template <class S>
[[gnu::noinline]] bool probcut_cuts(NodeState<S>& n, Value alpha, Value beta) {
  S& s = n.s;
  if (n.ply == 0 || n.depth < probcut_depth || n.excluded || s.joined_at(n.ply) != nullptr)
    return false;
  const Value margin = s.switches()["probcut"];
  const int depth = predicting_depth(n.depth);
  const auto reaches = [&](Value bound) {
    s.stats.count(Event::probcut_try);
    return n.search(s, depth, n.ply, bound - 1, bound) >= bound;
  };
  if (const Value bound = beta + margin; beta < infinity && !is_mate(bound) && reaches(bound)) {
    s.stats.count(Event::probcut);
    return n.settle(beta);
  }
  if (const Value bound = alpha - margin;
      alpha > -infinity && !is_mate(bound) && !reaches(bound + 1)) {
    s.stats.count(Event::probcut);
    return n.settle(alpha);
  }
  return false;
}

}  // namespace plylab::search
