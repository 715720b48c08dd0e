// When a search may skip or shorten a part of a chess tree. Everything here can change the value.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "gen/chess/chess_position.h"
#include "search/core/ordering.h"
#include "search/core/value.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/switches.h"

namespace plylab::search {

/// How much a position may gain beyond its static value, at most, in plies from the horizon: the
/// margins of Heinz ("Extended futility pruning", ICCA Journal 21(2), 1998): three pawns at depth
/// 1, a rook at depth 2, a queen at depth 3.
inline constexpr Value futility_margin = 300;
inline constexpr Value extended_futility_margin = 500;
inline constexpr Value razoring_margin = 900;

/// Whether a switch is on for which a node's static value is noted.
constexpr bool needs_static_eval(const Switches& on) {
  return on.adaptive_null || on.reverse_futility || on.lmr_futility || on.lmr;
}

/// Whether any switch of this file is on.
constexpr bool prunes(const Switches& on) {
  return on.null_move || on.razoring || on.extended_futility || on.futility || on.lmr_simple ||
         needs_static_eval(on) || on.lmp || on.see_pruning || on.iir || on.singular;
}

/// Whether a null move may be tried: the window has a beta, and the side to move has more than king
/// and pawns, so that zugzwang is rare (Donninger, "Null move and deep search", ICCA Journal 16(3),
/// 1993). That it is not in check is the caller's affair.
template <chess::ChessPosition P>
bool may_null_move(const P& position, const Switches& on, Value beta) {
  if (!on.null_move || is_mate(beta) || beta >= infinity) return false;
  bool piece_left = false;
  position.for_each_piece([&](chess::Piece piece, chess::Square) {
    const auto type = chess::type_of(piece);
    piece_left |= chess::color_of(piece) == position.side_to_move() && type != chess::pawn &&
                  type != chess::king;
  });
  return piece_left;
}

/// By how much a null move's depth is reduced besides R: more at greater depth (Heinz, "Adaptive
/// null-move pruning", ICCA Journal 22(3), 1999) and the more the value is above beta.
constexpr int null_move_reduction(int depth, Value above_beta) {
  return depth / 4 + std::min(above_beta / 200, 3);
}

/// From this depth on a null move that cuts is verified by a search without it (Tabibi and
/// Netanyahu, "Verified null-move pruning", ICGA Journal 25(3), 2002).
inline constexpr int null_verification_depth = 12;

/// Reverse futility or static null move: by how much the value must be above beta at this depth, if
/// that is a ground for searching no further (Heinz 1998, the margins by plylab's trials).
constexpr std::optional<Value> reverse_futility_margin(int depth, bool improving) {
  if (depth > 8) return std::nullopt;
  return 85 * (depth - improving);
}

/// Limited razoring: whether a node at depth 3 is so bad that it is searched as one at depth 2.
constexpr bool razored(const Switches& on, int depth, Value static_eval, Value alpha) {
  return on.razoring && depth == 3 && !is_mate(alpha) && static_eval + razoring_margin <= alpha;
}

/// What a quiet move can reach at most at this depth, if that is a ground for leaving it out.
constexpr std::optional<Value> futility_value(const Switches& on, int depth, Value static_eval) {
  if (on.futility && depth == 1) return static_eval + futility_margin;
  if (on.extended_futility && depth == 2) return static_eval + extended_futility_margin;
  return std::nullopt;
}

/// What the move takes and promotes to, in piece_value().
template <chess::ChessPosition P>
Value immediate_gain(const P& position, chess::Move move) {
  Value gain = 0;
  if (move.is_capture()) gain += piece_value(chess::type_of(position.piece_on(move.captured_on())));
  if (move.is_promotion()) gain += piece_value(move.promoted()) - piece_value(chess::pawn);
  return gain;
}

template <chess::ChessPosition P>
bool gives_check(P& position, chess::Move move) {
  const auto undo = position.make(move);
  const bool check = position.checkers() != 0;
  position.unmake(move, undo);
  return check;
}

/// What a quiet move can reach at most with so much depth left behind it, if that is a ground for
/// leaving it out: futility pruning at the depth that late move reductions leave.
constexpr std::optional<Value> lmr_futility_value(int depth, Value static_eval) {
  if (depth > 6) return std::nullopt;
  return static_eval + 110 + 95 * depth;
}

/// How many moves a node at this depth tries before it leaves quiet ones out (the "move count based
/// pruning" of the Chess Programming Wiki).
constexpr std::size_t lmp_move_count(int depth, bool improving) {
  const auto tries = static_cast<std::size_t>(3 + depth * depth);
  return improving ? tries : tries / 2 + 1;
}
inline constexpr int lmp_depth = 8;

/// How much a move at this depth may lose by exchange before it is left out.
constexpr Value see_pruning_margin(int depth, bool quiet) {
  return quiet ? 60 * depth : 25 * depth * depth + 60;
}
inline constexpr int see_pruning_depth = 7;

/// Where no best move is known, the depth from which the search is reduced by a ply (Schröder 2020;
/// in the Chess Programming Wiki as internal iterative reductions).
inline constexpr int iir_depth = 4;

/// The depth from which a best move is tested for rivals, and how far below it they must all stay
/// (Anantharaman, Campbell and Hsu, "Singular extensions", ICCA Journal 11(4), 1988).
inline constexpr int singular_depth = 7;
constexpr Value singular_margin(int depth) { return 2 * depth; }

/// Log2 in sixteenths, from below. In integers, so that all machines agree.
constexpr int log2_in_sixteenths(unsigned n) {
  const int whole = static_cast<int>(std::bit_width(n)) - 1;
  int result = 16 * whole;
  // The rest is in [1, 2), with 32 bits behind the point; each square doubles its logarithm.
  std::uint64_t rest = (std::uint64_t{n} << 32) >> whole;
  for (int part = 8; part > 0; part /= 2) {
    rest = (rest >> 16) * (rest >> 16);
    if (rest < std::uint64_t{2} << 32) continue;
    rest >>= 1;
    result += part;
  }
  return result;
}

/// By how many plies a late move is reduced, in 1024ths, by depth and place up to 63: a constant
/// and the product of their logarithms, ln(depth) · ln(place) / 2 (the form that strong programs
/// have used since about 2009; Chess Programming Wiki, "Late move reductions").
constexpr std::array<std::array<int, 64>, 64> make_lmr_table() {
  std::array<std::array<int, 64>, 64> table{};
  for (unsigned depth = 1; depth < 64; ++depth)
    for (unsigned place = 0; place < 64; ++place)
      table[depth][place] = 512 + log2_in_sixteenths(depth) * log2_in_sixteenths(place + 1);
  return table;
}
inline constexpr auto lmr_table = make_lmr_table();

/// Whether a move at this place, with this depth left behind it, is reduced at first: quiet, after
/// the third, and not next to the horizon.
constexpr bool is_late_move(std::size_t place, int depth, chess::Move move) {
  return place >= 3 && depth >= 2 && is_quiet(move);
}

}  // namespace plylab::search
