// What can be said of a chess move before it is searched.
#pragma once

#include "gen/chess/board/move_parts.h"
#include "gen/chess/board/notation.h"
#include "search/core/mate_in_one.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/men.h"

namespace plylab::search {

/// Whether the move takes back what the move before it captured, on the same square.
constexpr bool is_recapture(chess::Move before, chess::Move move) {
  return before.is_capture() && move.is_capture() && move.captured_on() == before.to();
}

/// The rank of a capture or promotion by most valuable victim, least valuable attacker (MVV/LVA):
/// the greater, the earlier. 0 for quiet moves, at least 1 for others.
template <chess::AnyChessPosition P>
int mvv_lva(const P& position, chess::Move move) {
  int gain = 0;
  if (move.is_capture()) {
    const auto victim = chess::type_of(position.piece_on(move.captured_on()));
    const auto attacker = chess::type_of(position.piece_on(move.from()));
    gain = 8 * piece_order(victim) + 7 - piece_order(attacker);
  }
  if (move.is_promotion()) gain += 8 * piece_order(move.promoted());
  return gain;
}

/// The material that the move wins at once, in piece_value(): the captured piece, and the promoted
/// piece less the pawn.
template <chess::AnyChessPosition P>
Value immediate_gain(const P& position, chess::Move move) {
  Value gain = 0;
  if (move.is_capture())
    gain += piece_value(position, chess::type_of(position.piece_on(move.captured_on())));
  if (move.is_promotion())
    gain += piece_value(position, move.promoted()) - piece_value(chess::pawn);
  return gain;
}

/// Whether the side has more than king and pawns.
template <chess::AnyChessPosition P>
bool has_piece(const P& position, chess::Color side) {
  return Men(planes_of(position), side).minors_and_majors() != 0;
}

/// A move by which the side mates at once if it is its turn, or Move(). Castling and captures e.p.
/// are not tried, so that every board gives the same answer. The other side must not be in check.
template <chess::AnyChessPosition P>
chess::Move mating_move(const P& position, chess::Color side) {
  const auto& planes = planes_of(position);
  using Kernel = SlidersFor<std::decay_t<decltype(planes)>>;
  return mate_at_once(Placement<Kernel>{planes}, side);
}

template <chess::AnyChessPosition P>
bool gives_check(P& position, chess::Move move) {
  const auto undo = position.make(move);
  const bool check = position.checkers() != 0;
  position.unmake(move, undo);
  return check;
}

}  // namespace plylab::search
