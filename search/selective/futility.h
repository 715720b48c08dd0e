// Futility pruning: near the leaves, skips moves that cannot raise the static value to alpha.
// Switches: futility, extended-futility, lmr-futility.
#pragma once

#include <algorithm>
#include <optional>

#include "search/base/switches.h"
#include "search/base/value.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/selective/late_move_reductions.h"

namespace plylab::search {

/// The assumed maximum gain of a quiet move, in centipawns: three pawns at depth 1, a rook at depth
/// 2 (Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998).
inline constexpr Value futility_margin = 300;
inline constexpr Value extended_futility_margin = 500;

/// The assumed maximum value after a quiet move at this depth; none if no switch prunes there.
constexpr std::optional<Value> futility_value(const Switches& on, int depth, Value static_eval) {
  if (on["futility"] && depth == 1) return static_eval + futility_margin;
  if (on["extended-futility"] && depth == 2) return static_eval + extended_futility_margin;
  return std::nullopt;
}

/// Whether to skip the node's move, because its captured material plus the futility value does not
/// exceed alpha. Notes its maximum value.
template <class S>
bool is_futile(NodeState<S>& n, Value futility_value) {
  const Value max = futility_value + immediate_gain(n.s.position, n.move);
  if (max > n.alpha || gives_check(n.s.position, n.move)) return false;
  n.floor = std::max(n.floor, max);
  return true;
}

/// The same at the depth that remains after late move reductions.
constexpr std::optional<Value> lmr_futility_value(int depth, Value static_eval) {
  if (depth > 6) return std::nullopt;
  return static_eval + 110 + 95 * depth;
}

/// Whether to skip the node's move, which is quiet, for that reason. Notes its maximum value.
template <class S>
bool is_lmr_futile(NodeState<S>& n) {
  const int left = std::max(n.depth - 1 - late_move_reduction(n, n.depth - 1), 0);
  const auto max = lmr_futility_value(left, n.static_eval);
  if (!max || *max > std::max(n.alpha, n.best_value) || gives_check(n.s.position, n.move))
    return false;
  n.floor = std::max(n.floor, *max);
  return true;
}

}  // namespace plylab::search
