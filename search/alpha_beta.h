// Alpha-beta.
#pragma once

#include "search/horizon.h"

namespace plylab::search {

/// Knuth and Moore's F2 ("An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, p.
/// 301): never returns less than alpha, may return more than beta.
struct AlphaBeta {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return horizon(s, ply, alpha, beta);
    const auto moves = s.enter(ply);
    if (const auto over = s.game_over(moves, ply)) return *over;

    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto undo = s.position.make(moves[i]);
      const Value value = -search(s, depth - 1, ply + 1, -beta, -alpha);
      s.position.unmake(moves[i], undo);
      if (value >= beta) {
        s.cut(ply, moves[i], i);
        return value;
      }
      if (value > alpha) {
        alpha = value;
        s.improve(ply, moves[i], value);
      }
    }
    return alpha;
  }
};

}  // namespace plylab::search
