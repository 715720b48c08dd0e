// Castling by the rules of Chess960, of which standard chess is one case (FIDE 3.8, appendix II.3).
#include <fmt/format.h>

#include "gen/chess/explain/fault.h"
#include "gen/chess/explain/pieces.h"
#include "gen/chess/reference/reference_attacks.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

/// No right at all, or not with the rook that the text names.
MaybeFault missing_right(const Setup& fen, const ParsedMove& parsed) {
  const CastlingSide castling_side = *parsed.castle;
  const Square rook_square = fen.castling[index(fen.side)][index(castling_side)];
  const char* how = castling_side == CastlingSide::queenside ? "long" : "short";
  if (rook_square == no_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} has no right to castle {}; the king on {} or its rook has moved",
                             name(fen.side), how, to_string(parsed.from))};
  if (parsed.rook != no_square && parsed.rook != rook_square)
    return Fault{Rule::castling_no_right,
                 fmt::format("{} may castle {} with {}, not with {}", name(fen.side), how,
                             man(fen.squares, rook_square), man(fen.squares, parsed.rook))};
  return std::nullopt;
}

MaybeFault blocked_way(const Setup& fen, Move move) {
  const auto blocker = [&](Square from, Square to) {
    for (Square square : way(from, to))
      if (square != move.from() && square != move.to() && fen.squares[square] != no_piece)
        return square;
    return no_square;
  };
  const auto fault = [&](Square square, const char* whose) {
    return Fault{Rule::castling_way_blocked,
                 fmt::format("{} stands in the {}'s way", man(fen.squares, square), whose)};
  };
  const Square in_kings_way = blocker(move.from(), castled_king(fen.side, move.castling_side()));
  if (in_kings_way != no_square) return fault(in_kings_way, "king");
  const Square in_rooks_way = blocker(move.to(), castled_rook(fen.side, move.castling_side()));
  if (in_rooks_way != no_square) return fault(in_rooks_way, "rook");
  return std::nullopt;
}

MaybeFault attacked_way(const Setup& fen, Move move) {
  const Square king_square = move.from();
  const Square goal = castled_king(fen.side, move.castling_side());
  if (const auto checkers = attackers(fen.squares, king_square, !fen.side); !checkers.empty())
    return Fault{Rule::castling_out_of_check,
                 fmt::format("the king on {} is in check by {}", to_string(king_square),
                             men(fen.squares, checkers))};
  for (Square square : way(king_square, goal))
    if (const auto found = attackers(fen.squares, square, !fen.side); !found.empty())
      return Fault{
          square == goal ? Rule::castling_into_check : Rule::castling_through_check,
          fmt::format("the king {} {}, attacked by {}", square == goal ? "comes to" : "passes",
                      to_string(square), men(fen.squares, found))};
  return std::nullopt;
}

/// The rook may have shielded the squares on its far side from a man on the back rank.
MaybeFault uncovered_king(const Setup& fen, Move move) {
  const Square goal = castled_king(fen.side, move.castling_side());
  const auto found = attackers(after(fen, move).squares, goal, !fen.side);
  if (found.empty()) return std::nullopt;
  return Fault{Rule::castling_uncovers,
               fmt::format("{} shields the king from {}, which would attack it on {}",
                           man(fen.squares, move.to()), men(fen.squares, found), to_string(goal))};
}

}  // namespace

MaybeFault castling_fault(const Setup& fen, const ParsedMove& parsed) {
  if (auto fault = missing_right(fen, parsed)) return fault;
  const Move move = as_move(fen, parsed);
  for (const auto check : {blocked_way, attacked_way, uncovered_king})
    if (auto fault = check(fen, move)) return fault;
  return std::nullopt;
}

}  // namespace plylab::chess
