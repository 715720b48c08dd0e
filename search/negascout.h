// NegaScout.
#pragma once

#include <algorithm>

#include "search/horizon.h"

namespace plylab::search {

/// Reinefeld's listing as he printed it in 1989 ("Spielbaum-Suchverfahren"; first in ICCA Journal
/// 6(4), 1983, p. 7). One window variable b is open for the first move and null for the others; a
/// null-window result inside the window is searched again with (−beta, −t), except where the
/// children are leaves (depth 1 here, d = maxdepth − 1 there): a leaf's value is exact whatever the
/// window. Quiescence makes it inexact, so that with it every fail-high is searched again.
struct NegaScout {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth == 0) return horizon(s, ply, alpha, beta);
    const auto moves = s.enter(ply);
    if (const auto over = s.game_over(moves, ply)) return *over;

    Value a = alpha;
    Value b = beta;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto undo = s.position.make(moves[i]);
      Value t = -search(s, depth - 1, ply + 1, -b, -a);
      if (t > a && t < beta && i > 0 && (depth > 1 || s.quiescence())) {
        s.stats.research();
        t = std::max(t, -search(s, depth - 1, ply + 1, -beta, -t));
      }
      s.position.unmake(moves[i], undo);
      if (t >= beta) {
        s.cut(ply, moves[i], i);
        return t;
      }
      if (t > a) {
        a = t;
        s.improve(ply, moves[i], t);
      }
      b = a + 1;
    }
    return a;
  }
};

}  // namespace plylab::search
