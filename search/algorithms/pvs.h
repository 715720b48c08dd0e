// Principal variation search, fail-hard, fail-soft, and with null windows for one side only.
#pragma once

#include <algorithm>

#include "search/algorithms/node.h"

namespace plylab::search {

/// Searches the first move with the full window and every other one with a null window, and repeats
/// the search with the full window if that fails high inside it, at every depth. Fail-hard: the
/// result lies in [alpha, beta], so that the second search must begin at alpha (Marsland and
/// Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14, 1982).
struct PvsHard {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    const Value min = alpha, max = beta;
    Node<S> node(s, PvsHard::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return std::clamp(node.value(), min, max);

    while (node.next()) {
      Value value = node.descend(alpha, node.place() == 0 ? beta : alpha + 1);
      if (node.place() > 0 && value > alpha && alpha + 1 < beta)
        value = node.re_search(alpha, beta, alpha, value);
      if (value >= beta) return node.cut(beta);
      if (value > alpha) node.improve(alpha = value);
    }
    return node.leave(alpha);
  }
};

/// The same, fail-soft: the second search begins at the value of the first (−beta, −value), as
/// printed in ICCA Journal 9(1), 1986, p. 10 (Marsland, "A review of game-tree pruning"), without
/// that listing's depth condition. With `max_only`, null windows are opened at MAX nodes alone,
/// where the side to move is the root's.
template <bool max_only>
struct PvsSoftAt {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, PvsSoftAt::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    const bool null_windows = !max_only || ply % 2 == 0;
    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      Value value = node.descend(a, node.place() == 0 || !null_windows ? beta : a + 1);
      if (node.place() > 0 && null_windows && value > a && value < beta)
        value = node.re_search(value, beta, a, value);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

using PvsSoft = PvsSoftAt<false>;

/// The program of S. Basani's report ("Improving Chess Program Encoding Schemes", San José State
/// University, 2006), as the trace in its figure 4 shows.
using PvsMax = PvsSoftAt<true>;

}  // namespace plylab::search
