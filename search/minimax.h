// Minimax in negamax form: the reference that all other searches must agree with.
#pragma once

#include "search/horizon.h"

namespace plylab::search {

/// Visits the whole tree (Shannon 1950). The window is ignored.
struct Minimax {
  template <class S>
  static Value search(S& s, int depth, int ply, Value, Value) {
    if (depth == 0) return horizon(s, ply, -infinity, infinity);
    const auto moves = s.enter(ply);
    if (const auto over = s.game_over(moves, ply)) return *over;

    Value best = -infinity;
    for (const auto move : moves) {
      const auto undo = s.position.make(move);
      const Value value = -search(s, depth - 1, ply + 1, -infinity, infinity);
      s.position.unmake(move, undo);
      if (value > best) {
        best = value;
        s.improve(ply, move, value);
      }
    }
    return best;
  }
};

}  // namespace plylab::search
