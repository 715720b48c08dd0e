// Scout: first tries to prove that a move is no better, and evaluates it only if that fails.
#pragma once

#include "search/algorithms/node.h"

namespace plylab::search {

/// Pearl, "Asymptotic properties of minimax trees and game-searching procedures", Artificial
/// Intelligence 14, 1980. search() is his EVAL, which knows no window: it evaluates the first move
/// and each later one for which TEST fails to prove that it is not better.
struct Scout {
  /// Pearl's TEST in negamax form: whether the value is greater than alpha. It returns beta, which
  /// is alpha + 1, if it is, and else alpha; both are bounds.
  struct Test {
    template <class S>
    static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
      const Value min = alpha, max = beta;
      Node<S> node(s, Test::search<S>, depth, ply, alpha, beta);
      if (node.settled()) return node.value() >= max ? max : min;
      while (node.next())
        if (node.descend(min, max) >= max) return node.cut(max);
      return node.leave(min);
    }
  };

  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    // A thread that joins the node begins with the best value found by the thread that opened it.
    Value best = s.joined_at(ply) != nullptr ? alpha : -infinity;
    alpha = -infinity;
    beta = infinity;
    Node<S> node(s, Scout::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    while (node.next()) {
      if (node.place() > 0 && node.descend(best, best + 1, Test::search<S>) <= best) continue;
      const Value value = node.place() == 0 ? node.descend(-infinity, infinity)
                                            : node.re_search(-infinity, infinity, best, best + 1);
      if (value > best) node.improve(best = value);
    }
    return node.leave(best);
  }
};

}  // namespace plylab::search
