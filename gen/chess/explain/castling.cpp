// Castling by the rules of Chess960, of which standard chess is one case (FIDE 3.8, appendix II.3).
#include <fmt/format.h>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/explain/fault.h"
#include "gen/chess/explain/pieces.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

/// No right at all, or not with the rook that the text names.
MaybeFault missing_right(const Setup& setup, const ParsedMove& parsed) {
  const CastlingSide castling_side = *parsed.castle;
  const Square rook_square = setup.castling[index(setup.side)][index(castling_side)];
  const char* how = castling_side == CastlingSide::queenside ? "long" : "short";
  if (rook_square == no_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} has no right to castle {}; the king on {} or its rook has moved",
                             name(setup.side), how, to_string(parsed.from))};
  if (parsed.rook != no_square && parsed.rook != rook_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} may castle {} with {}, not with {}", name(setup.side), how,
                             named(setup.squares, rook_square), named(setup.squares, parsed.rook))};
  return std::nullopt;
}

MaybeFault blocked_way(const Setup& setup, Move move) {
  const auto blocker = [&](Square from, Square to) {
    for (Square square : way(from, to))
      if (square != move.from() && square != move.to() && setup.squares[square] != no_piece)
        return square;
    return no_square;
  };
  const auto fault = [&](Square square, const char* whose) {
    return Fault{Rule::castling_way_blocked,
                 fmt::format("{} stands in the {}'s way", named(setup.squares, square), whose)};
  };
  const Square in_kings_way = blocker(move.from(), castled_king(setup.side, move.castling_side()));
  if (in_kings_way != no_square) return fault(in_kings_way, "king");
  const Square in_rooks_way = blocker(move.to(), castled_rook(setup.side, move.castling_side()));
  if (in_rooks_way != no_square) return fault(in_rooks_way, "rook");
  return std::nullopt;
}

MaybeFault attacked_way(const Setup& setup, Move move) {
  const Square king_square = move.from();
  const Square goal = castled_king(setup.side, move.castling_side());
  if (const auto checkers = attackers(setup.squares, king_square, !setup.side); !checkers.empty())
    return Fault{Rule::castling_out_of_check,
                 fmt::format("the king on {} is in check by {}", to_string(king_square),
                             named(setup.squares, checkers))};
  for (Square square : way(king_square, goal))
    if (const auto found = attackers(setup.squares, square, !setup.side); !found.empty())
      return Fault{
          square == goal ? Rule::castling_into_check : Rule::castling_through_check,
          fmt::format("the king {} {}, attacked by {}", square == goal ? "comes to" : "passes",
                      to_string(square), named(setup.squares, found))};
  return std::nullopt;
}

/// The rook may have shielded the squares on its far side from a piece on the back rank.
MaybeFault uncovered_king(const Setup& setup, Move move) {
  const Square goal = castled_king(setup.side, move.castling_side());
  const auto found = attackers(after(setup, move).squares, goal, !setup.side);
  if (found.empty()) return std::nullopt;
  return Fault{
      Rule::castling_uncovers,
      fmt::format("{} shields the king from {}, which would attack it on {}",
                  named(setup.squares, move.to()), named(setup.squares, found), to_string(goal))};
}

}  // namespace

MaybeFault castling_fault(const Setup& setup, const ParsedMove& parsed) {
  if (auto fault = missing_right(setup, parsed)) return fault;
  const Move move = as_move(setup, parsed);
  for (const auto check : {blocked_way, attacked_way, uncovered_king})
    if (auto fault = check(setup, move)) return fault;
  return std::nullopt;
}

}  // namespace plylab::chess
