// Why a move is legal or not: one sentence derived from the slow rules, and from no generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// What makes a move illegal (the first part) or legal.
enum class Rule : std::uint8_t {
  // ---- illegal: the text ----
  no_move,    ///< the text names no two squares
  null_move,  ///< no side may pass
  off_board,  ///< no such square: e9, i2

  // ---- illegal: how the pieces go ----
  no_piece_there,
  wrong_side,                ///< the opponent's piece
  piece_does_not_move_so,    ///< not even on an empty board
  wraps_round_edge,          ///< nor this, but right if the h-file bordered on the a-file
  own_piece_on_target,       ///< any piece but a pawn going straight, which is pawn_blocked
  way_blocked,               ///< a piece stands between
  pawn_blocked,              ///< by a piece on or before the target, straight ahead
  pawn_captures_straight,    ///< an enemy straight ahead on the target
  pawn_double_step,          ///< not from the second rank
  pawn_capture_needs_enemy,  ///< nothing to capture on the diagonal
  en_passant_no_right,       ///< a pawn to capture, but it has not just made a double step
  promotion_by_piece,        ///< by anything but a pawn
  promotion_missing,
  promotion_piece,  ///< to a king or a pawn
  promotion_not_on_last_rank,

  // ---- illegal: the king's safety ----
  king_into_check,
  king_next_to_king,
  king_stays_on_line,  ///< away from a slider on the line of its check
  king_captures_protected,
  double_check,  ///< answered by another piece than the king
  in_check_not_answered,
  pinned,
  en_passant_discovers,  ///< the captured pawn, alone or with the capturing one, was the shield

  // ---- illegal: castling ----
  castling_no_right,
  castling_way_blocked,
  castling_out_of_check,
  castling_through_check,
  castling_into_check,
  castling_uncovers,  ///< Chess960: the rook shields the king along the back rank

  // ---- legal ----
  castling_allowed,
  castling_only_rook_attacked,  ///< a square is attacked that only the rook stands on or passes
  king_leaves_check,
  king_captures_checker,
  captures_checker,
  blocks_check,
  en_passant_captures_checker,
  en_passant_blocks_check,
  captures_pinner,
  moves_along_pin,
  en_passant_allowed,
  underpromotion,
  promotion,
  king_captures_unprotected,
  king_steps,
  double_step,
  pawn_steps,
  pawn_captures,
  piece_moves,
  piece_captures
};

inline constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::piece_captures) + 1;

/// How easily a move generator breaks a rule.
enum class Plausibility : std::uint8_t { possible, likely, absurd };

/// What is known of a rule.
struct RuleInfo {
  std::string_view name;  ///< in snake case, as the enumerator is spelt; never changes
  /// Why a generator lists a move that breaks the rule, or does not list one that rests on it: "the
  /// ray does not end at the first piece".
  std::string_view usual_cause;
  Plausibility plausibility = Plausibility::possible;
};
const RuleInfo& rule_info(Rule rule);

/// The rule that decides about a move, and what it says of the pieces on this board.
struct Reason {
  Rule rule;
  std::string sentence;  ///< "Ng1-f3 is illegal: the knight is pinned to …", without a full stop

  friend bool operator==(const Reason&, const Reason&) = default;
};

/// Why the move that the text asks for is illegal. The text is any: UCI with castling as the
/// king's destination or as king takes rook, "O-O", "0-0-0", "0000", rubbish. Where several
/// reasons hold, the first of this order is given:
///
/// 1. the text is not a move;
/// 2. no piece of the side to move on the from-square; a promotion of anything but a pawn;
/// 3. castling: no right, a piece in the way (the king's before the rook's), out of check, through
///    check, into check, the rook uncovers the king;
/// 4. the piece does not move so; its own piece on the target; a piece in the way; the
///    pawn's rules; the piece to promote to;
/// 5. safety of the king: double check, check not answered (naming a pin as well), pin, e.p.
///    uncovering the king; for the king's moves the attackers of its target.
///
/// If the FEN has no e.p. square although the pawn beside may just have made its double step, a
/// capture e.p. that uncovers the king is blamed for that: a ValidSetup keeps the e.p. square only
/// where a capture is legal.
///
/// The position must be one that ValidSetup accepts. Throws std::invalid_argument if the move is
/// legal.
Reason why_illegal(const Setup& setup, std::string_view text);

/// Why the move is legal; of several reasons the one that a generator overlooks most easily:
/// castling past an attack on the rook, answers to a check, moves along a pin, e.p., promotions.
/// `move` must be legal.
Reason why_legal(const Setup& setup, Move move);

/// Long algebraic: "Ng1-f3", "Ng1xf3", "e5xd6 e.p.", "e7-e8=Q", "O-O". `move` may be illegal.
std::string long_text(const Setup& setup, Move move);

/// The same for the move that a text asks for, read as by why_illegal(); a text that is not a move
/// is given back in quotes.
std::string long_text(const Setup& setup, std::string_view text);

}  // namespace plylab::chess
