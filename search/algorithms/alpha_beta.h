// Alpha-beta, fail-hard and fail-soft.
#pragma once

#include <algorithm>

#include "search/algorithms/node.h"

namespace plylab::search {

/// Fail-hard: the result lies in [alpha, beta]. The form in which Knuth and Moore's F2 ("An
/// analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, p. 301) is usually printed.
struct AlphaBetaHard {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    const Value min = alpha, max = beta;
    Node<S> node(s, AlphaBetaHard::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return std::clamp(node.value(), min, max);

    while (node.next()) {
      const Value value = node.descend(alpha, beta);
      if (value >= beta) return node.cut(beta);
      if (value > alpha) node.improve(alpha = value);
    }
    return node.leave(alpha);
  }
};

/// Fail-soft: outside the window it returns the best bound that the visited tree proves (Fishburn,
/// "Another optimization of alpha-beta search", SIGART Newsletter 84, 1983). Without a table it
/// visits the same nodes as the fail-hard form.
struct AlphaBetaSoft {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, AlphaBetaSoft::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      const Value value = node.descend(a, beta);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

}  // namespace plylab::search
