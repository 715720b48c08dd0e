// Extensions: moves that force play, or could push a result beyond the horizon, are searched one
// ply deeper. Switches: checks, one-reply, recaptures, seventh, mate-threat, king-threat,
// interpositions.
#pragma once

#include <optional>

#include "search/base/counters.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

/// Whether a line may still be extended: up to twice the iteration's depth, as in GNU Chess 5,
/// since it would else be extended forever. `checks` and `singular` have bounds of their own.
template <class S>
bool may_extend(const NodeState<S>& n) {
  return n.ply < 2 * n.s.iteration_depth() && n.ply + n.depth < max_ply - 1;
}

/// Whether the move advances a pawn to its seventh rank.
template <chess::AnyChessPosition P>
bool goes_to_seventh(const P& position, chess::Move move) {
  return rank_for(position.side_to_move(), move.to()) == 6 &&
         chess::type_of(position.piece_on(move.from())) == chess::pawn;
}

/// Whether the enemy's queen threatens mate: it attacks a square next to the colour's king that
/// another piece of the enemy attacks and only the king defends (the king threat of GNU Chess 5).
/// Also for the switch king-danger.
template <chess::AnyChessPosition P>
bool king_is_threatened(const P& position, chess::Color color) {
  using namespace chess;
  const auto& planes = planes_of(position);
  using Kernel = SlidersFor<std::decay_t<decltype(planes)>>;
  const Bits king = planes.kings() & planes.of(color), enemies = planes.of(!color);
  const Bits queens = planes.diagonal_sliders() & planes.orthogonal & enemies;
  if (queens == 0) return false;
  for (const Square square : each(leapers.king[planes.king(color)] & ~enemies)) {
    const Bits by = attackers<Kernel>(planes, square, planes.occupied());
    if ((by & queens) && (by & enemies & ~queens) && (by & planes.of(color)) == king) return true;
  }
  return false;
}

/// Whether the move answers a check by a piece that only delays what follows: it is put between
/// king and checker, where nothing defends it (GNU Chess 5, which also counts captures).
template <chess::AnyChessPosition P>
bool is_lost_interposition(const P& position, chess::Move move) {
  using namespace chess;
  if (!is_quiet(move) || type_of(position.piece_on(move.from())) == king) return false;
  const auto& planes = planes_of(position);
  using Kernel = SlidersFor<std::decay_t<decltype(planes)>>;
  const Bits others = planes.occupied() & ~bit(move.from());
  const Bits own = planes.of(position.side_to_move()) & others;
  return (attackers<Kernel>(planes, move.to(), others) & own) == 0;
}

/// The reason to search the node's move, which has not been made yet, one ply deeper, if any. Does
/// not test whether it gives check.
template <class S>
std::optional<Event> forced_extension(const NodeState<S>& n) {
  const Switches& on = n.s.switches();
  if (!extends_forced(on) || !may_extend(n)) return std::nullopt;
  if (on["one-reply"] && n.in_check && n.moves.size() == 1) return Event::reply_extension;
  if (on["recaptures"] && is_recapture(n.s.path.move_before(n.ply), n.move))
    return Event::recapture_extension;
  if (on["interpositions"] && n.in_check && is_lost_interposition(n.s.position, n.move))
    return Event::interposition_extension;
  if (on["seventh"] && goes_to_seventh(n.s.position, n.move)) return Event::pawn_extension;
  return std::nullopt;
}

}  // namespace plylab::search
