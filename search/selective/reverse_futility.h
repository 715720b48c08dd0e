// Reverse futility pruning, or static null move: a node far above beta near the leaves is not
// searched. Switches: reverse-futility, mate-in-one.
#pragma once

#include <optional>

#include "search/base/value.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// How far, in centipawns, the static value must be above beta at this depth to cut the node off;
/// none at larger depths (Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998; the margins
/// by plylab's trials).
constexpr std::optional<Value> reverse_futility_margin(int depth, bool improving) {
  if (depth > 8) return std::nullopt;
  return 85 * (depth - improving);
}

/// Whether the side to move has king and pawns alone against pieces: a quiet move may mate it,
/// which the static value does not see.
template <chess::AnyChessPosition P>
bool is_bare_against_pieces(const P& position) {
  const chess::Color us = position.side_to_move();
  return !has_piece(position, us) && has_piece(position, !us);
}

/// With mate-in-one: whether the other side would mate at once if it were its turn.
template <class S>
bool faces_mate_in_one(const NodeState<S>& n) {
  return n.s.switches()["mate-in-one"] &&
         mating_move(n.s.position, !n.s.position.side_to_move()) != chess::Move();
}

/// Whether to cut the node off with its static value.
template <class S>
bool reverse_futility_cuts(const NodeState<S>& n, Value beta) {
  if (!n.s.switches()["reverse-futility"] || n.ply == 0 || n.is_open || is_mate(beta) ||
      is_mate(n.static_eval))
    return false;
  const auto margin = reverse_futility_margin(n.depth, n.improving);
  return margin && n.static_eval - *margin >= beta && !is_bare_against_pieces(n.s.position) &&
         !faces_mate_in_one(n);
}

}  // namespace plylab::search
