// Principal variation search, fail-hard and fail-soft.
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
    const Value least = alpha, most = beta;
    Node<S> node(s, PvsHard::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return std::clamp(node.value(), least, most);

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
/// that listing's depth condition.
struct PvsSoft {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, PvsSoft::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      Value value = node.descend(a, node.place() == 0 ? beta : a + 1);
      if (node.place() > 0 && value > a && value < beta)
        value = node.re_search(value, beta, a, value);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

}  // namespace plylab::search
