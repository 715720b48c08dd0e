// Why a legal move is legal: the special rule that it rests on, or else how its piece goes.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/pieces.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

/// A rule that a move rests on, and the half of the sentence that follows "is legal: ".
struct Ground {
  Rule rule;
  std::string why;
};

using MaybeGround = std::optional<Ground>;

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

MaybeGround castling(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (!move.is_castle()) return std::nullopt;
  const Square goal = castled_king(setup.side, move.castling_side());
  auto rooks_way = way(move.to(), castled_rook(setup.side, move.castling_side()));
  rooks_way.push_back(move.to());
  // What the king passes is not attacked, or the move would be illegal: only the rook is there.
  for (Square square : rooks_way) {
    const auto found = attackers(setup.squares, square, !setup.side);
    if (found.empty()) continue;
    return Ground{
        Rule::castling_only_rook_attacked,
        fmt::format("{} is attacked by {}, but only the rook {} there", to_string(square),
                    named(setup.squares, found), square == move.to() ? "stands" : "passes")};
  }
  const std::string safe =
      king_square == goal
          ? to_string(goal) + " is not"
          : fmt::format("no square from {} to {} is", to_string(king_square), to_string(goal));
  return Ground{Rule::castling_allowed,
                fmt::format("{} has the right, nothing stands in the way, and {} attacked",
                            name(setup.side), safe)};
}

MaybeGround answer_by_king(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (checkers.empty() || type != king) return std::nullopt;
  if (contains(checkers, move.to()))
    return Ground{Rule::king_captures_checker,
                  fmt::format("the king may take {}, which gives check and is not protected",
                              legal.captured())};
  return Ground{Rule::king_leaves_check,
                fmt::format("the king leaves the check by {}, and {} is not {}",
                            named(setup.squares, checkers), legal.to(),
                            move.is_capture() ? "protected" : "attacked")};
}

MaybeGround answer_by_other(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (checkers.empty()) return std::nullopt;
  const std::string givers = named(setup.squares, checkers);
  if (move.is_capture() && contains(checkers, move.captured_on())) {
    if (move.is_en_passant())
      return Ground{Rule::en_passant_captures_checker,
                    fmt::format("it takes {}, which gives check after its double step past {}",
                                givers, legal.to())};
    return Ground{Rule::captures_checker, fmt::format("it takes {}, which gives check", givers)};
  }
  return Ground{move.is_en_passant() ? Rule::en_passant_blocks_check : Rule::blocks_check,
                fmt::format("on {} it blocks the check to the king on {} by {}", legal.to(),
                            to_string(king_square), givers)};
}

MaybeGround along_pin(const Legal& legal) {
  const auto& [setup, move, type, king_square, checkers] = legal;
  if (type == king) return std::nullopt;
  Squares lifted = setup.squares;
  lifted[move.from()] = no_piece;
  const auto pinners = attackers(lifted, king_square, !setup.side);
  if (pinners.empty()) return std::nullopt;
  const std::string pin = fmt::format("the {} is pinned to the king on {} by {}, but", name(type),
                                      to_string(king_square), named(setup.squares, pinners));
  if (contains(pinners, move.to()))
    return Ground{Rule::captures_pinner, pin + " takes just that piece"};
  return Ground{Rule::moves_along_pin, pin + " stays on the line between them"};
}

MaybeGround en_passant(const Legal& legal) {
  if (!legal.move.is_en_passant()) return std::nullopt;
  return Ground{Rule::en_passant_allowed, fmt::format("{} has just made its double step past {}",
                                                      legal.captured(), legal.to())};
}

MaybeGround promotion(const Legal& legal) {
  const Move move = legal.move;
  if (!move.is_promotion()) return std::nullopt;
  const std::string arrival =
      move.is_capture() ? "takes " + legal.captured() : "reaches " + legal.to();
  if (move.promoted() == queen)
    return Ground{Rule::promotion, fmt::format("the pawn {} and becomes a queen", arrival)};
  return Ground{Rule::underpromotion, fmt::format("the pawn {} and may become a {} as well as a "
                                                  "queen",
                                                  arrival, name(move.promoted()))};
}

MaybeGround kings_move(const Legal& legal) {
  if (legal.type != king) return std::nullopt;
  if (legal.move.is_capture())
    return Ground{Rule::king_captures_unprotected, legal.captured() + " is not protected"};
  return Ground{Rule::king_steps, legal.to() + " is empty and not attacked"};
}

MaybeGround pawns_move(const Legal& legal) {
  const Move move = legal.move;
  if (legal.type != pawn) return std::nullopt;
  if (move.is_capture())
    return Ground{Rule::pawn_captures, "the pawn takes " + legal.captured() + " diagonally"};
  if (move.kind() == MoveKind::double_push)
    return Ground{Rule::double_step,
                  fmt::format("the pawn has not moved yet, and {} and {} are empty",
                              to_string(forward(legal.setup.side, move.from())), legal.to())};
  return Ground{Rule::pawn_steps, legal.to() + " is empty"};
}

Ground pieces_move(const Legal& legal) {
  const bool jumps = legal.type == knight;
  if (legal.move.is_capture())
    return {Rule::piece_captures,
            fmt::format("{} the {} takes {}", jumps ? "with a jump" : "the way is free, and",
                        name(legal.type), legal.captured())};
  return {Rule::piece_moves, jumps
                                 ? fmt::format("the knight jumps to {}, which is empty", legal.to())
                                 : fmt::format("the way to {} is free", legal.to())};
}

Ground ground_of(const Legal& legal) {
  for (const auto rule : {castling, answer_by_king, answer_by_other, along_pin, en_passant,
                          promotion, kings_move, pawns_move})
    if (auto ground = rule(legal)) return *ground;
  return pieces_move(legal);
}

}  // namespace

Reason why_legal(const Setup& setup, Move move) {
  assert(std::ranges::count(legal_moves(setup), move) == 1);
  const Ground ground = ground_of({setup, move});
  return {ground.rule, fmt::format("{} is legal: {}", long_text(setup, move), ground.why)};
}

}  // namespace plylab::chess
