// The king's safety: who attacks it after a move that is otherwise right, and why.
#include <fmt/format.h>

#include "gen/chess/board/reference_attacks.h"
#include "gen/chess/explain/fault.h"
#include "gen/chess/explain/pieces.h"
#include "gen/chess/reference/reference_movegen.h"

namespace plylab::chess {
namespace {

MaybeFault kings_move(const Setup& setup, Move move) {
  const Color enemy = !setup.side;
  const std::string to = to_string(move.to());
  const auto found = attackers(after(setup, move).squares, move.to(), enemy);
  if (found.empty()) return std::nullopt;
  const auto through_king = without(found, attackers(setup.squares, move.to(), enemy));
  const auto direct = without(found, through_king);
  if (direct.empty())
    return Fault{Rule::king_stays_on_line,
                 fmt::format("{} attacks {} through the king", named(setup.squares, found), to)};
  if (move.is_capture())
    return Fault{Rule::king_captures_protected,
                 fmt::format("{} is protected by {}", named(setup.squares, move.to()),
                             named(setup.squares, direct))};
  const Square enemy_king = find_king(setup.squares, enemy);
  if (direct.size() == 1 && direct.front() == enemy_king)
    return Fault{Rule::king_next_to_king,
                 fmt::format("{} is next to {}", to, named(setup.squares, enemy_king))};
  return Fault{Rule::king_into_check,
               fmt::format("{} is attacked by {}", to, named(setup.squares, direct))};
}

/// The line that a move of another piece opens between the king and `opener`.
Fault opened_line(const Setup& setup, Move move, Square king_square, Square opener) {
  const auto line = between(king_square, opener);
  const std::string attacker = named(setup.squares, opener);
  if (move.is_en_passant() && contains(line, move.captured_on())) {
    if (contains(line, move.from()))
      return {Rule::en_passant_discovers,
              fmt::format("it opens the {} rank to {}", rank_name(rank_of(king_square)), attacker)};
    return {
        Rule::en_passant_discovers,
        fmt::format("taking {} opens the diagonal from {} to the king on {}",
                    named(setup.squares, move.captured_on()), attacker, to_string(king_square))};
  }
  return {Rule::pinned,
          fmt::format("the {} is pinned to the king on {} by {}",
                      name(type_of(setup.squares[move.from()])), to_string(king_square), attacker)};
}

MaybeFault other_move(const Setup& setup, Move move) {
  const Square king_square = find_king(setup.squares, setup.side);
  const auto found = attackers(after(setup, move).squares, king_square, !setup.side);
  if (found.empty()) return std::nullopt;
  const auto checkers = attackers(setup.squares, king_square, !setup.side);
  const std::string givers = named(setup.squares, checkers);
  if (checkers.size() > 1)
    return Fault{Rule::double_check,
                 fmt::format("the king on {} is in double check by {}, and only the king may move",
                             to_string(king_square), givers)};
  const auto opened = without(found, checkers);
  if (opened.empty())
    return Fault{Rule::in_check_not_answered,
                 fmt::format("it does not answer the check to the king on {} by {}",
                             to_string(king_square), givers)};
  Fault fault = opened_line(setup, move, king_square, opened.front());
  if (checkers.empty()) return fault;
  if (opened.size() < found.size())
    return Fault{Rule::in_check_not_answered,
                 fmt::format("it does not answer the check by {}, and {}", givers, fault.why)};
  const bool captures = contains(checkers, move.captured_on());
  fault.why +=
      fmt::format(", so that it may not {} {}", captures ? "capture" : "block the check by",
                  captures ? givers + ", which gives check" : givers);
  return fault;
}

}  // namespace

MaybeFault safety_fault(const Setup& setup, const ParsedMove& parsed) {
  const Move move = as_move(setup, parsed);
  return type_of(setup.squares[move.from()]) == king ? kings_move(setup, move)
                                                     : other_move(setup, move);
}

}  // namespace plylab::chess
