// Minimax in negamax form: the reference that all other searches must agree with.
#pragma once

#include "search/algorithms/node.h"

namespace plylab::search {

/// Visits the whole tree (Shannon, "Programming a computer for playing chess", Philosophical
/// Magazine 41, 1950). The window is ignored.
struct Minimax {
  static constexpr bool open_windows = true;

  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    alpha = -infinity;
    beta = infinity;
    Node<S> node(s, Minimax::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value value = node.descend(-infinity, infinity);
      if (value > best) node.improve(best = value);
    }
    return node.leave(best);
  }
};

}  // namespace plylab::search
