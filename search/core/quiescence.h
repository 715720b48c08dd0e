// What happens at depth 0: the static evaluation, or a quiescence search first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "search/core/move_facts.h"
#include "search/core/move_picker.h"
#include "search/core/searcher.h"
#include "search/core/see.h"

namespace plylab::search {

/// The value at rest, exact where the game is over.
template <class S>
Value leaf_value(S& s, int ply) {
  if constexpr (S::is_chess)
    if (s.has_endgames())
      if (const auto value = s.endgame_value(ply)) return *value;
  if (s.position.count() == 0) return value_of(s.position.terminal_outcome(), ply);
  return s.position.drawn_by_rule() ? 0 : s.evaluate();
}

/// The most that a capture is assumed to add to the static value beyond the captured piece: the
/// margin of delta pruning, which belongs to the switch sound-captures.
inline constexpr Value delta_margin = 180;

/// The legal moves that give check.
template <chess::AnyChessPosition P>
chess::Moves checks_of(const P& position) {
  if constexpr (requires { position.checks(); }) {
    return position.checks();
  } else {
    chess::Moves checks;
    P board = position;
    for (const chess::Move move : position.generate())
      if (gives_check(board, move)) checks.add(move);
    return checks;
  }
}

/// What the table knows of the position, searched to any depth, if that is enough for the window.
template <class S>
[[gnu::noinline]] std::optional<Value> known_value(S& s, int ply, Value alpha, Value beta) {
  if (s.table() == nullptr || !storable(s.position, 0, s.switches())) return std::nullopt;
  s.stats.count(Event::probe);
  const auto known = s.table()->find(s.position);
  if (!known) return std::nullopt;
  s.stats.count(Event::hit);
  const Value lower = at_ply(known->lower, ply), upper = at_ply(known->upper, ply);
  const bool by_bound = (lower >= beta || upper <= alpha) && !s.switches()["exact-values"];
  const bool enough = by_bound || lower == upper;
  if (!enough) return std::nullopt;
  s.stats.count(Event::table_cutoff);
  return upper <= alpha ? upper : lower;
}

/// Whether the side to move mates at once. The move becomes the line.
template <class S>
bool mates_at_once(S& s, int ply) {
  const chess::Move move = mating_move(s.position, s.position.side_to_move());
  if (move == chess::Move()) return false;
  s.pv.clear(ply + 1);
  s.pv.extend(ply, move);
  return true;
}

/// Captures and promotions until the position is quiet; in check all evasions. The side to move may
/// stand pat unless it is in check (Beal 1990, "A generalised quiescence search algorithm").
/// Fail-soft. `first`: at depth 0, where the switches mate-in-one and quiet-checks add what they
/// say.
template <class S>
Value quiesce(S& s, int ply, Value alpha, Value beta, bool first = true) {
  if (s.has_endgames())
    if (const auto value = s.endgame_value(ply)) return *value;
  const bool in_check = s.position.checkers() != 0;
  const bool may_stand_pat = !in_check || ply >= max_ply;
  const Switches& on = s.switches();
  if (on["table-quiescence"])
    if (const auto value = known_value(s, ply, alpha, beta)) return *value;
  Value best = -infinity;
  if (on["sound-captures"] &&
      may_stand_pat) {  // before the moves are listed: stalemate is overlooked
    best = s.position.drawn_by_rule() ? 0 : s.evaluate(alpha, beta);
    if (best >= beta) return best;
  }
  if (first && on["mate-in-one"] && !in_check && !s.position.drawn_by_rule() &&
      mates_at_once(s, ply))
    return mate_value - ply - 1;
  const chess::Moves listed =
      in_check ? chess::evasions_of(s.position) : chess::captures_of(s.position);
  s.stats.count(Event::generated, listed.size());
  const std::size_t legal = in_check || !listed.empty() ? listed.size() : s.position.count();
  if (const auto over = s.game_over(legal, ply)) return *over;
  if (!on["sound-captures"] && may_stand_pat) best = s.evaluate(alpha, beta);
  if (may_stand_pat && (best >= beta || ply >= max_ply)) return best;
  const Value stand_pat = best;
  const auto try_move = [&](chess::Move move) {
    const auto step = s.make(move);
    s.enter_quiescence(ply + 1);
    const Value value = -quiesce(s, ply + 1, -beta, -std::max(alpha, best), false);
    s.unmake(move, step);
    best = std::max(best, value);
  };
  MovePicker<typename S::Pos> moves;
  if (in_check)
    moves.start(s.position, listed, Hints{Order("captures"), s.evaluation(), 0, ply});
  else
    moves.start_noisy(s.position, listed);
  for (std::size_t i = 0; i < moves.size() && best < beta; ++i) {
    const chess::Move move = moves.pick(i);
    if (on["sound-captures"] && !in_check) {
      const Value max = stand_pat + immediate_gain(s.position, move) + delta_margin;
      if (max <= alpha && !move.is_promotion()) {
        best = std::max(best, max);
        continue;
      }
      if (see_below_zero(s.position, move)) continue;
    }
    try_move(move);
  }
  if (first && on["quiet-checks"] && !in_check && best < beta) {
    chess::Moves checks = checks_of(s.position);
    s.stats.count(Event::generated, checks.size());
    std::sort(checks.begin(), checks.end());  // in canonical order with every generator
    for (const chess::Move move : checks) {
      if (!is_quiet(move) || see_below_zero(s.position, move)) continue;
      try_move(move);
      if (best >= beta) break;
    }
  }
  return best;
}

/// The value of a leaf. Without quiescence it is exact for any window.
template <class S>
Value search_leaf(S& s, int ply, Value alpha, Value beta) {
  s.enter_leaf(ply, alpha, beta);
  Value value = 0;
  bool quiet = true;
  if constexpr (S::is_chess)
    if (s.switches()["quiescence"]) {
      value = quiesce(s, ply, alpha, beta);
      quiet = false;
    }
  if (quiet) value = leaf_value(s, ply);
  s.leave(ply, value);
  return value;
}

}  // namespace plylab::search
