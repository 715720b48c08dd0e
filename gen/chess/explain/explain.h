// Why a move is legal or not: one sentence, derived from the slow reference rules and not from a
// generator.
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
  no_move,    ///< the text does not name two squares
  null_move,  ///< no side may pass
  off_board,  ///< no such square: e9, i2

  // ---- illegal: how the pieces move ----
  no_piece_there,
  wrong_side,                ///< the opponent's piece
  piece_does_not_move_so,    ///< cannot move so even on an empty board
  wraps_round_edge,          ///< the same, but possible if the h-file were next to the a-file
  own_piece_on_target,       ///< for any move but a pawn's straight ahead, which is pawn_blocked
  way_blocked,               ///< a piece stands between
  pawn_blocked,              ///< straight ahead, by a piece on or before the target
  pawn_captures_straight,    ///< an enemy piece on the target straight ahead
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
  king_stays_on_line,  ///< moves away from a slider along the line of its check
  king_captures_protected,
  double_check,  ///< answered by a piece other than the king
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

/// How likely a move generator is to break a rule.
enum class Plausibility : std::uint8_t { possible, likely, absurd };

/// Facts about a rule.
struct RuleInfo {
  std::string_view name;  ///< in snake case, as the enumerator is spelt; never changes
  /// Why a generator would list a move that breaks the rule, or omit one that is legal by it: "the
  /// ray does not end at the first piece".
  std::string_view usual_cause;
  Plausibility plausibility = Plausibility::possible;
};
const RuleInfo& rule_info(Rule rule);

/// The rule that makes a move legal or illegal, and how it applies on this board.
struct Reason {
  Rule rule;
  std::string sentence;  ///< "Ng1-f3 is illegal: the knight is pinned to …", without a full stop

  friend bool operator==(const Reason&, const Reason&) = default;
};

/// Why the move in the text is illegal. The text may be UCI, with castling as the king's
/// destination or as king takes rook, "O-O", "0-0-0", "0000", or anything else. If there are
/// several reasons, it gives the first in this order:
///
/// 1. the text is not a move;
/// 2. there is no piece of the side to move on the from-square, or a piece other than a pawn
/// promotes;
/// 3. castling: no right, a piece in the way (the king's before the rook's), out of check, through
///    check, into check, the rook uncovers the king;
/// 4. the piece does not move that way; its own piece on the target; a piece in the way; the pawn's
///    rules; the promotion piece;
/// 5. king safety: double check, check not answered (also naming a pin), pin, an e.p. capture that
///    exposes the king; for the king's moves the attackers of its target.
///
/// If the FEN has no e.p. square although the adjacent pawn may just have made a double step, an
/// e.p. capture that would expose the king gets the reason en_passant_discovers: a ValidSetup keeps
/// the e.p. square only where a capture is legal.
///
/// The position must be one that ValidSetup accepts. Throws std::invalid_argument if the move is
/// legal.
Reason why_illegal(const Setup& setup, std::string_view text);

/// Why the move is legal. Of several reasons it gives the one that a generator is most likely to
/// miss: castling past an attack on the rook, answers to a check, moves along a pin, e.p.,
/// promotions. `move` must be legal.
Reason why_legal(const Setup& setup, Move move);

/// Long algebraic: "Ng1-f3", "Ng1xf3", "e5xd6 e.p.", "e7-e8=Q", "O-O". `move` may be illegal.
std::string long_text(const Setup& setup, Move move);

}  // namespace plylab::chess
