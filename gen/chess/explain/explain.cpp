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

using enum Plausibility;

/// In the order of the enumerators.
constexpr RuleInfo rules[] = {
    {"no_move", "an entry of the move list is never filled, or the list is read past its end",
     absurd},
    {"null_move", "an entry of the move list is never filled, or the list is read past its end",
     absurd},
    {"off_board", "a square comes from arithmetic and is not tested against the board's edge",
     absurd},
    {"no_piece_there", "a list or set of pieces still has one that was captured or has moved away",
     absurd},
    {"wrong_side", "a loop runs over all pieces, or over those of the side that does not move",
     absurd},
    {"piece_does_not_move_so",
     "a table of attacks or of steps has a wrong entry, or belongs to another piece", absurd},
    {"wraps_round_edge",
     "a shift without the mask of the file that it must not reach, or no test for the edge"},
    {"own_piece_on_target", "the targets are not masked by the side's own pieces"},
    {"way_blocked", "the ray does not end at the first piece"},
    {"pawn_blocked",
     "only the target of a double step is tested, or advances only against own pieces"},
    {"pawn_captures_straight",
     "advances are tested against own pieces only, but any piece stops a pawn"},
    {"pawn_double_step", "the double step is not limited to pawns on their second rank"},
    {"pawn_capture_needs_enemy", "captures are not masked by the enemy's pieces"},
    {"en_passant_no_right", "the e.p. square outlives the next move"},
    {"promotion_by_piece", "the code for the last rank is reached by other pieces than pawns",
     absurd},
    {"promotion_missing", "the last rank is not treated specially, or is that of the wrong side"},
    {"promotion_piece", "the loop over the pieces to promote to has the wrong bounds"},
    {"promotion_not_on_last_rank",
     "the last rank is not treated specially, or is that of the wrong side"},
    {"king_into_check",
     "the map of attacked squares lacks a kind of piece, or is that of the wrong side", likely},
    {"king_next_to_king", "the map of attacked squares lacks the enemy's king", likely},
    {"king_stays_on_line",
     "the king still stands in the occupancy when its flight squares are tested", likely},
    {"king_captures_protected",
     "the map of attacked squares leaves out those where the enemy's own pieces stand", likely},
    {"double_check", "only one of two checkers is answered; in double check only the king may move",
     likely},
    {"in_check_not_answered",
     "the mask of the squares that answer a check is not applied to this kind of move", likely},
    {"pinned", "pins are not looked for on this line, or not applied to this kind of move", likely},
    {"en_passant_discovers",
     "two pawns leave the rank at once, which no pin mask covers: make the move, then test",
     likely},
    {"castling_no_right", "the right outlives a move of its king or rook, or the rook's capture"},
    {"castling_way_blocked", "only the king's path is tested and not the rook's, such as b1",
     likely},
    {"castling_out_of_check",
     "not every square from the king to its target square is tested for attacks, both included",
     likely},
    {"castling_through_check",
     "not every square from the king to its target square is tested for attacks, both included",
     likely},
    {"castling_into_check",
     "not every square from the king to its target square is tested for attacks, both included",
     likely},
    {"castling_uncovers",
     "the king's target is tested for attacks with the rook still on its old square", likely},
    {"castling_allowed",
     "the right is lost, or a square that does not matter is tested for attacks or pieces"},
    {"castling_only_rook_attacked",
     "the rook's squares are tested for attacks, but only the king's matter"},
    {"king_leaves_check",
     "a square behind a blocker or straight ahead of a pawn is taken to be attacked"},
    {"king_captures_checker",
     "the king's targets are masked by empty squares, or by those that block a check"},
    {"captures_checker", "the mask of the squares that answer a check lacks the checker's own"},
    {"blocks_check", "the mask of the squares that answer a check lacks those between"},
    {"en_passant_captures_checker",
     "the checker stands beside the capture's target, where no mask of targets finds it"},
    {"en_passant_blocks_check",
     "in check, captures e.p. are only tried where they capture the checker"},
    {"captures_pinner", "pinned pieces are left out, but they may move along the line of the pin"},
    {"moves_along_pin", "pinned pieces are left out, but they may move along the line of the pin"},
    {"en_passant_allowed",
     "the e.p. square is not set, or is looked for on the wrong rank or from one side only"},
    {"underpromotion",
     "the pieces to promote to lack one or more, at least for this kind of promotion"},
    {"promotion", "a pawn that is about to promote is skipped by every loop"},
    {"king_captures_unprotected",
     "the king's targets are masked by empty squares, or by those that block a check"},
    {"king_steps", "a square behind a blocker or straight ahead of a pawn is taken to be attacked"},
    {"double_step", "the wrong rank is taken for the one where pawns start"},
    {"pawn_steps", "the direction or the rank is that of the other side"},
    {"pawn_captures", "a mask cuts off a file too many, or the wrong one"},
    {"piece_moves", "a direction is missing, or a table of attacks has a hole"},
    {"piece_captures",
     "the ray ends before the piece that it meets, or a table of attacks has a hole"},
};
static_assert(std::size(rules) == rule_count);

}  // namespace

const RuleInfo& rule_info(Rule rule) { return rules[static_cast<std::size_t>(rule)]; }

namespace {

/// A rule that makes a move legal, and the part of the sentence after "is legal: ".
struct Basis {
  Rule rule;
  std::string why;
};

using MaybeBasis = std::optional<Basis>;

/// A move and the facts about it that several sentences use.
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
  // The king's squares are not attacked, or the move would be illegal, so only the rook's remain.
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

MaybeBasis capture_en_passant(const Legal& legal) {
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
  for (const auto rule : {castling, answer_by_king, answer_by_other, along_pin, capture_en_passant,
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
