#include "gen/chess/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>

#include "gen/chess/board/reference.h"
#include "gen/chess/explain/terms.h"

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

namespace {

/// A rule that a move rests on, and the half of the sentence that follows "is legal: ".
struct Basis {
  Rule rule;
  std::string why;
};

using MaybeBasis = std::optional<Basis>;

/// A move and what the sentences say about it again and again.
struct Legal {
  const Setup& setup;
  Move move;
  PieceType type = type_of(setup.squares[move.from()]);
  Square king_square = find_king(setup.squares, setup.side);
  std::vector<Square> checkers = attackers(setup.squares, king_square, !setup.side);

  std::string to() const { return to_string(move.to()); }
  std::string captured() const { return named(setup.squares, move.captured_on()); }
};

MaybeBasis castling(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (!move.is_castle()) return std::nullopt;
  const Square goal = castled_king(setup.side, move.castling_side());
  auto rooks_way = way(move.to(), castled_rook(setup.side, move.castling_side()));
  rooks_way.push_back(move.to());
  // What the king passes is not attacked, or the move would be illegal: only the rook is there.
  for (Square square : rooks_way) {
    const auto found = attackers(setup.squares, square, !setup.side);
    if (found.empty()) continue;
    return Basis{
        Rule::castling_only_rook_attacked,
        fmt::format("{} is attacked by {}, but only the rook {} there", to_string(square),
                    named(setup.squares, found), square == move.to() ? "stands" : "passes")};
  }
  const std::string safe =
      king_square == goal
          ? to_string(goal) + " is not"
          : fmt::format("no square from {} to {} is", to_string(king_square), to_string(goal));
  return Basis{Rule::castling_allowed,
               fmt::format("{} has the right, nothing stands in the way, and {} attacked",
                           name(setup.side), safe)};
}

MaybeBasis answer_by_king(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (checkers.empty() || type != king) return std::nullopt;
  if (contains(checkers, move.to()))
    return Basis{Rule::king_captures_checker,
                 fmt::format("the king may take {}, which gives check and is not protected",
                             legal.captured())};
  return Basis{Rule::king_leaves_check,
               fmt::format("the king leaves the check by {}, and {} is not {}",
                           named(setup.squares, checkers), legal.to(),
                           move.is_capture() ? "protected" : "attacked")};
}

MaybeBasis answer_by_other(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (checkers.empty()) return std::nullopt;
  const std::string givers = named(setup.squares, checkers);
  if (move.is_capture() && contains(checkers, move.captured_on())) {
    if (move.is_en_passant())
      return Basis{Rule::en_passant_captures_checker,
                   fmt::format("it takes {}, which gives check after its double step past {}",
                               givers, legal.to())};
    return Basis{Rule::captures_checker, fmt::format("it takes {}, which gives check", givers)};
  }
  return Basis{move.is_en_passant() ? Rule::en_passant_blocks_check : Rule::blocks_check,
               fmt::format("on {} it blocks the check to the king on {} by {}", legal.to(),
                           to_string(king_square), givers)};
}

MaybeBasis along_pin(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (type == king) return std::nullopt;
  Squares lifted = setup.squares;
  lifted[move.from()] = no_piece;
  const auto pinners = attackers(lifted, king_square, !setup.side);
  if (pinners.empty()) return std::nullopt;
  const std::string pin = fmt::format("the {} is pinned to the king on {} by {}, but", name(type),
                                      to_string(king_square), named(setup.squares, pinners));
  if (contains(pinners, move.to()))
    return Basis{Rule::captures_pinner, pin + " takes just that piece"};
  return Basis{Rule::moves_along_pin, pin + " stays on the line between them"};
}

MaybeBasis en_passant(const Legal& legal) {
  if (!legal.move.is_en_passant()) return std::nullopt;
  return Basis{Rule::en_passant_allowed, fmt::format("{} has just made its double step past {}",
                                                     legal.captured(), legal.to())};
}

MaybeBasis promotion(const Legal& legal) {
  const Move move = legal.move;
  if (!move.is_promotion()) return std::nullopt;
  const std::string arrival =
      move.is_capture() ? "takes " + legal.captured() : "reaches " + legal.to();
  if (move.promoted() == queen)
    return Basis{Rule::promotion, fmt::format("the pawn {} and becomes a queen", arrival)};
  return Basis{Rule::underpromotion, fmt::format("the pawn {} and may become a {} as well as a "
                                                 "queen",
                                                 arrival, name(move.promoted()))};
}

MaybeBasis kings_move(const Legal& legal) {
  if (legal.type != king) return std::nullopt;
  if (legal.move.is_capture())
    return Basis{Rule::king_captures_unprotected, legal.captured() + " is not protected"};
  return Basis{Rule::king_steps, legal.to() + " is empty and not attacked"};
}

MaybeBasis pawns_move(const Legal& legal) {
  const Move move = legal.move;
  if (legal.type != pawn) return std::nullopt;
  if (move.is_capture())
    return Basis{Rule::pawn_captures, "the pawn takes " + legal.captured() + " diagonally"};
  if (move.kind() == MoveKind::double_push)
    return Basis{Rule::double_step,
                 fmt::format("the pawn has not moved yet, and {} and {} are empty",
                             to_string(forward(legal.setup.side, move.from())), legal.to())};
  return Basis{Rule::pawn_steps, legal.to() + " is empty"};
}

Basis pieces_move(const Legal& legal) {
  const bool jumps = legal.type == knight;
  if (legal.move.is_capture())
    return {Rule::piece_captures,
            fmt::format("{} the {} takes {}", jumps ? "with a jump" : "the way is free, and",
                        name(legal.type), legal.captured())};
  return {Rule::piece_moves, jumps
                                 ? fmt::format("the knight jumps to {}, which is empty", legal.to())
                                 : fmt::format("the way to {} is free", legal.to())};
}

Basis basis_of(const Legal& legal) {
  for (const auto rule : {castling, answer_by_king, answer_by_other, along_pin, en_passant,
                          promotion, kings_move, pawns_move})
    if (auto basis = rule(legal)) return *basis;
  return pieces_move(legal);
}

}  // namespace

Reason why_legal(const Setup& setup, Move move) {
  assert(std::ranges::count(legal_moves(setup), move) == 1);
  const Basis basis = basis_of({setup, move});
  return {basis.rule, fmt::format("{} is legal: {}", long_text(setup, move), basis.why)};
}

}  // namespace plylab::chess
