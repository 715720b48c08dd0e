// What happens at depth 0: the static evaluation, or a quiescence search first.
#pragma once

#include <algorithm>

#include "search/move_picker.h"
#include "search/searcher.h"

namespace plylab::search {

/// The value at rest, exact where the game is over.
template <class S>
Value value_at_rest(const S& s, int ply) {
  if (s.position.count() == 0) return value_of(s.position.ended(), ply);
  return s.position.drawn() ? 0 : s.evaluate();
}

/// Captures and promotions until the position is quiet; in check all evasions. The side to move may
/// stand pat unless it is in check (Beal 1990, "A generalised quiescence search algorithm").
/// Fail-soft.
template <class S>
Value quiesce(S& s, int ply, Value alpha, Value beta) {
  const chess::Moves all = s.position.generate();
  if (const auto over = s.game_over(all.size(), ply)) return *over;
  const bool in_check = s.position.checkers() != 0;
  Value best = -infinity;
  if (!in_check || ply >= max_ply) {
    best = s.evaluate();
    if (best >= beta || ply >= max_ply) return best;
  }
  MovePicker<typename S::Game> moves;
  if (in_check)
    moves.start(s.position, all, Hints{Order::captures, s.evaluation(), 0, ply});
  else
    moves.start_noisy(s.position, all);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const chess::Move move = moves.pick(i);
    const auto step = s.make(move);
    s.enter_quiescence();
    const Value value = -quiesce(s, ply + 1, -beta, -std::max(alpha, best));
    s.unmake(move, step);
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

/// The value of a leaf. Without quiescence it is exact whatever the window.
template <class S>
Value horizon(S& s, int ply, Value alpha, Value beta) {
  s.enter_leaf(ply, alpha, beta);
  Value value = 0;
  bool quiet = true;
  if constexpr (S::is_chess)
    if (s.switches().quiescence) {
      value = quiesce(s, ply, alpha, beta);
      quiet = false;
    }
  if (quiet) value = value_at_rest(s, ply);
  s.stats.left(ply, value);
  return value;
}

}  // namespace plylab::search
