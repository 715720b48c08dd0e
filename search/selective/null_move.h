// Null-move pruning: a node is cut off if its value stays above beta even when the side to move
// passes (Beal, "Experiments with the null move", Advances in Computer Chess 5, 1989; Donninger,
// "Null move and deep search", ICCA Journal 16(3), 1993). Switches: null, adaptive-null.
#pragma once

#include <algorithm>

#include "gen/chess/board/notation.h"
#include "search/base/switches.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/core/quiescence.h"

namespace plylab::search {

/// Whether a null move may be tried: the window has a beta, and the side to move has more than king
/// and pawns, so that zugzwang is rare (Donninger 1993). The caller must check that it is not in
/// check.
template <chess::AnyChessPosition P>
bool may_null_move(const P& position, const Switches& on, Value beta) {
  return on["null"] && !is_mate(beta) && beta < infinity &&
         has_piece(position, position.side_to_move());
}

/// With adaptive-null, the reduction of the depth in addition to R: more at larger depth (Heinz,
/// "Adaptive null-move pruning", ICCA Journal 22(3), 1999) and for values far above beta.
constexpr int adaptive_null_reduction(int depth, Value above_beta) {
  return depth / 4 + std::min(above_beta / 200, 3);
}

/// With adaptive-null, from this depth on a null move that cuts is verified by a search without it
/// (Tabibi and Netanyahu, "Verified null-move pruning", ICGA Journal 25(3), 2002).
inline constexpr int null_verification_depth = 12;

/// The depth that is left below a null move; 0 or less: a leaf.
template <class S>
int null_move_depth(const NodeState<S>& n, Value beta) {
  const Switches& on = n.s.switches();
  return n.depth - 1 - on["null"] -
         (on["adaptive-null"] ? adaptive_null_reduction(n.depth, n.static_eval - beta) : 0);
}

/// Whether a search of this node without null move also reaches beta.
template <class S>
bool null_move_verified(NodeState<S>& n, int depth, Value beta) {
  n.s.set_after_null_move(true);
  const Value value = n.search(n.s, std::max(depth, 1), n.ply, beta - 1, beta);
  n.s.set_after_null_move(false);
  return value >= beta;
}

/// If the job asks for it, verifies every n-th cutoff by a null move: searches the node again to
/// its full depth, without a null move at the node itself.
template <class S>
void sample_null_cutoff(NodeState<S>& n, Value beta) {
  S& s = n.s;
  if (!s.samples_null_cutoff()) return;
  const bool right = s.search_aside([&] { return null_move_verified(n, n.depth, beta); });
  s.stats.count(Event::null_sample);
  if (!right) s.stats.count(Event::null_wrong);
}

/// Tries a null move; returns whether it cuts the node off with beta.
template <class S>
bool null_move_cuts(NodeState<S>& n, Value beta) {
  S& s = n.s;
  const Switches& on = s.switches();
  if (n.ply == 0 || (on["adaptive-null"] && (n.is_open || n.static_eval < beta))) return false;
  if (!may_null_move(s.position, on, beta)) return false;
  const int depth = null_move_depth(n, beta);
  s.stats.count(Event::null_try);
  const auto undo = s.position.make_null();
  s.path.leave(n.ply, 0);
  s.path.set_move(n.ply, {});
  s.set_after_null_move(true);
  const Value value = depth > 0 ? -n.search(s, depth, n.ply + 1, -beta, 1 - beta)
                                : -search_leaf(s, n.ply + 1, -beta, 1 - beta);
  s.set_after_null_move(false);
  s.position.unmake_null(undo);
  n.mate_threat = on["mate-threat"] && value <= -mate_value + max_ply;
  if (value < beta) return false;
  if (on["adaptive-null"] && n.depth >= null_verification_depth &&
      !null_move_verified(n, depth, beta))
    return false;
  s.stats.count(Event::null_cutoff);
  sample_null_cutoff(n, beta);
  return true;
}

}  // namespace plylab::search
