// What happens at depth 0: the static evaluation, or a quiescence search first.
#pragma once

#include <algorithm>

#include "gen/chess/chess_position.h"
#include "search/ordering.h"
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
  auto moves = s.position.generate();
  if (const auto over = s.game_over(moves, ply)) return *over;
  const bool in_check = s.position.checkers() != 0;
  Value best = -infinity;
  if (!in_check || ply >= max_ply) {
    best = s.evaluate();
    if (best >= beta || ply >= max_ply) return best;
  }
  order_captures_first(s.position, moves);
  for (const chess::Move move : moves) {
    if (!in_check && !move.is_capture() && !move.is_promotion()) break;  // only quiet ones follow
    const auto undo = s.position.make(move);
    s.enter_quiescence();
    const Value value = -quiesce(s, ply + 1, -beta, -std::max(alpha, best));
    s.position.unmake(move, undo);
    best = std::max(best, value);
    if (best >= beta) break;
  }
  return best;
}

/// The value of a leaf. Without quiescence it is exact whatever the window.
template <class S>
Value horizon(S& s, int ply, Value alpha, Value beta) {
  s.enter_leaf(ply);
  if constexpr (chess::ChessPosition<decltype(s.position)>)
    if (s.quiescence()) return quiesce(s, ply, alpha, beta);
  return value_at_rest(s, ply);
}

}  // namespace plylab::search
