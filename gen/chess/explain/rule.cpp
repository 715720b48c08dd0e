#include "gen/chess/explain/rule.h"

#include <iterator>

namespace plylab::chess {
namespace {

/// In the order of the enumerators.
constexpr std::string_view rule_names[] = {"no_move",
                                           "null_move",
                                           "off_board",
                                           "no_piece_there",
                                           "wrong_side",
                                           "piece_does_not_move_so",
                                           "wraps_round_edge",
                                           "own_piece_on_target",
                                           "way_blocked",
                                           "pawn_blocked",
                                           "pawn_captures_straight",
                                           "pawn_double_step",
                                           "pawn_capture_needs_enemy",
                                           "en_passant_no_right",
                                           "promotion_by_piece",
                                           "promotion_missing",
                                           "promotion_piece",
                                           "promotion_not_on_last_rank",
                                           "king_into_check",
                                           "king_next_to_king",
                                           "king_stays_on_line",
                                           "king_captures_protected",
                                           "double_check",
                                           "in_check_not_answered",
                                           "pinned",
                                           "en_passant_discovers",
                                           "castling_no_right",
                                           "castling_way_blocked",
                                           "castling_out_of_check",
                                           "castling_through_check",
                                           "castling_into_check",
                                           "castling_uncovers",
                                           "castling_allowed",
                                           "castling_only_rook_attacked",
                                           "king_leaves_check",
                                           "king_captures_checker",
                                           "captures_checker",
                                           "blocks_check",
                                           "en_passant_captures_checker",
                                           "en_passant_blocks_check",
                                           "captures_pinner",
                                           "moves_along_pin",
                                           "en_passant_allowed",
                                           "underpromotion",
                                           "promotion",
                                           "king_captures_unprotected",
                                           "king_steps",
                                           "double_step",
                                           "pawn_steps",
                                           "pawn_captures",
                                           "piece_moves",
                                           "piece_captures"};
static_assert(std::size(rule_names) == rule_count);

}  // namespace

std::string_view rule_name(Rule rule) { return rule_names[static_cast<std::size_t>(rule)]; }

}  // namespace plylab::chess
