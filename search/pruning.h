// When a search may skip or shorten a part of a chess tree. Everything here can change the value.
#pragma once

#include <cstddef>
#include <optional>

#include "gen/chess/chess_position.h"
#include "search/evaluation.h"
#include "search/ordering.h"
#include "search/switches.h"
#include "search/value.h"

namespace plylab::search {

/// How much a position may gain beyond its static value, at most, in plies from the horizon: the
/// margins of Heinz ("Extended futility pruning", ICCA Journal 21(2), 1998): three pawns at depth
/// 1, a rook at depth 2, a queen at depth 3.
inline constexpr Value futility_margin = 300;
inline constexpr Value extended_futility_margin = 500;
inline constexpr Value razoring_margin = 900;

/// Whether any switch of this file is on.
constexpr bool prunes(const Switches& on) {
  return on.null_move || on.razoring || on.extended_futility || on.futility || on.late_moves;
}

/// Whether a null move may be tried: the window has a beta, and the side to move has more than king
/// and pawns, so that zugzwang is rare (Donninger, "Null move and deep search", ICCA Journal 16(3),
/// 1993). That it is not in check is the caller's affair.
template <chess::ChessPosition P>
bool may_pass(const P& position, const Switches& on, Value beta) {
  if (!on.null_move || is_mate(beta) || beta >= infinity) return false;
  bool piece_left = false;
  position.for_each_piece([&](chess::Piece piece, chess::Square) {
    const auto type = chess::type_of(piece);
    piece_left |= chess::color_of(piece) == position.side_to_move() && type != chess::pawn &&
                  type != chess::king;
  });
  return piece_left;
}

/// Limited razoring: whether a node at depth 3 is so bad that it is searched as one at depth 2.
constexpr bool razored(const Switches& on, int depth, Value standing, Value alpha) {
  return on.razoring && depth == 3 && !is_mate(alpha) && standing + razoring_margin <= alpha;
}

/// What a quiet move can reach at most at this depth, if that is a ground for leaving it out.
constexpr std::optional<Value> futility_limit(const Switches& on, int depth, Value standing) {
  if (on.futility && depth == 1) return standing + futility_margin;
  if (on.extended_futility && depth == 2) return standing + extended_futility_margin;
  return std::nullopt;
}

/// What the move takes and promotes to, in worth().
template <chess::ChessPosition P>
Value immediate_gain(const P& position, chess::Move move) {
  Value gain = 0;
  if (move.is_capture()) gain += worth(chess::type_of(position.piece_on(move.captured_on())));
  if (move.is_promotion()) gain += worth(move.promoted()) - worth(chess::pawn);
  return gain;
}

template <chess::ChessPosition P>
bool gives_check(P& position, chess::Move move) {
  const auto undo = position.make(move);
  const bool check = position.checkers() != 0;
  position.unmake(move, undo);
  return check;
}

/// Whether a move at this place, with this depth left behind it, is reduced at first: quiet, after
/// the third, and not next to the horizon.
constexpr bool is_late(std::size_t place, int depth, chess::Move move) {
  return place >= 3 && depth >= 2 && is_quiet(move);
}

}  // namespace plylab::search
