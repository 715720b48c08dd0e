// Principal variation search.
#pragma once

#include <algorithm>

#include "search/horizon.h"

namespace plylab::search {

/// Marsland and Campbell's routine with two windows ("Parallel search of strongly ordered game
/// trees", Computing Surveys 14, 1982), fail-soft as printed in ICCA Journal 9(1), 1986, p. 10,
/// without that listing's depth condition: the first move is searched with the full window, every
/// other one with a null window, and again with (−beta, −value) when that fails high inside the
/// full window, at every depth.
struct Pvs {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return horizon(s, ply, alpha, beta);
    const auto moves = s.enter(ply);
    if (const auto over = s.game_over(moves, ply)) return *over;

    Value score = -infinity;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto undo = s.position.make(moves[i]);
      Value value;
      if (i == 0) {
        value = -search(s, depth - 1, ply + 1, -beta, -alpha);
      } else {
        value = -search(s, depth - 1, ply + 1, -alpha - 1, -alpha);
        if (value > alpha && value < beta) {
          s.stats.research();
          value = -search(s, depth - 1, ply + 1, -beta, -value);
        }
      }
      s.position.unmake(moves[i], undo);
      score = std::max(score, value);
      if (value >= beta) {
        s.cut(ply, moves[i], i);
        break;
      }
      if (value > alpha) {
        alpha = value;
        s.improve(ply, moves[i], value);
      }
    }
    return score;
  }
};

}  // namespace plylab::search
