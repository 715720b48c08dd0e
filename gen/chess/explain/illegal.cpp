#include <fmt/format.h>

#include <stdexcept>

#include "gen/chess/explain/explain.h"
#include "gen/chess/explain/fault.h"
#include "gen/chess/explain/parsed_move.h"
#include "gen/chess/explain/pieces.h"

namespace plylab::chess {
namespace {

bool is_between(char c, char first, char last) { return c >= first && c <= last; }

/// Why a text that cannot be read as a move is no move.
Fault no_move(std::string_view text) {
  if (text == "0000" || text == "(none)" || text == "null" || text == "--" || text == "@@@@")
    return {Rule::null_move, "no side may pass"};
  const bool has_form = (text.size() == 4 || text.size() == 5) && is_between(text[0], 'a', 'z') &&
                        is_between(text[1], '0', '9') && is_between(text[2], 'a', 'z') &&
                        is_between(text[3], '0', '9');
  if (has_form)
    for (const auto square : {text.substr(0, 2), text.substr(2, 2)})
      if (square[0] > 'h' || !is_between(square[1], '1', '8'))
        return {Rule::off_board, fmt::format("there is no square {}", square)};
  if (has_form) return {Rule::no_move, fmt::format("UCI has no piece '{}'", text[4])};
  return {Rule::no_move, "it does not name two squares"};
}

/// Whether the side to move has a piece on the from-square, and one that may do what is written.
MaybeFault wrong_piece(const Setup& setup, const ParsedMove& parsed) {
  const Piece piece = setup.squares[parsed.from];
  if (piece == no_piece)
    return Fault{Rule::no_piece_there, fmt::format("{} is empty", to_string(parsed.from))};
  if (color_of(piece) != setup.side)
    return Fault{Rule::wrong_side, fmt::format("{} belongs to {}, and {} is to move",
                                               named(setup.squares, parsed.from),
                                               name(color_of(piece)), name(setup.side))};
  if (parsed.promotion != no_type && type_of(piece) != pawn)
    return Fault{Rule::promotion_by_piece,
                 fmt::format("only a pawn promotes, not {}", named(setup.squares, parsed.from))};
  return std::nullopt;
}

MaybeFault find_fault(const Setup& setup, const ParsedMove& parsed) {
  if (auto fault = wrong_piece(setup, parsed)) return fault;
  if (parsed.castle) return castling_fault(setup, parsed);
  if (auto fault = movement_fault(setup, parsed)) return fault;
  return safety_fault(setup, parsed);
}

}  // namespace

Reason why_illegal(const Setup& setup, std::string_view text) {
  const auto parsed = read_move(setup, text);
  if (!parsed) {
    const Fault fault = no_move(text);
    return {fault.rule, fmt::format("'{}' is no move: {}", text, fault.why)};
  }
  const std::string long_form = long_text(setup, *parsed);
  const auto fault = find_fault(setup, *parsed);
  if (!fault) throw std::invalid_argument(fmt::format("{} is legal", long_form));
  return {fault->rule, fmt::format("{} is illegal: {}", long_form, fault->why)};
}

}  // namespace plylab::chess
