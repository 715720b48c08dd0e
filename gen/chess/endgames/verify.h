// Checks endgame tables by a generator that was not used to build them.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>

#include "gen/chess/board/notation.h"
#include "gen/chess/endgames/table.h"

namespace plylab::chess {

/// The value of a position, from the tables' values of the positions after each move; the moves
/// come from a generator. Throws InputError if a table is missing for one of them. Board is a board
/// of the tables' game.
template <Position Board>
DistanceValue value_by_moves(const EndgameTables& tables, Board board) {
  const auto moves = board.generate();
  if (moves.empty())
    return board.terminal_outcome() == Outcome::loss ? DistanceValue::loss(0)
                                                     : DistanceValue::draw();
  DistanceValue best = DistanceValue::none();
  for (const Move move : moves) {
    const auto undo = board.make(move);
    const auto value = tables.probe(board.setup());
    if (!value) throw InputError(fmt::format("no endgame table for {}", to_string(board.setup())));
    board.unmake(move, undo);
    if (!best.exists() || value->before().better_than(best)) best = value->before();
  }
  return best;
}

/// The board of a position, by the rules of the tables. Throws FenError.
template <Position Board>
Board board_of(const EndgameRules& rules, const Setup& setup) {
  if constexpr (std::constructible_from<Board, ValidSetup>)
    return Board(ValidSetup(setup));
  else
    return Board(VariantSetup(rules.variant.value(), setup));
}

/// One line on how a table's value contradicts the rules or the other tables; none if it agrees.
template <Position Board>
std::optional<std::string> contradiction(const EndgameTables& tables, const EndgameTable& table,
                                         Side side, std::size_t slot) {
  const DistanceValue stated = table.value(side, slot);
  const Setup setup = setup_of(table.ending(), table.slots().placement(slot), side);
  const auto tell = [&](std::string_view by_rules) {
    return fmt::format("{}: the table says {}, by the moves it is {}", to_string(setup),
                       to_string(stated), by_rules);
  };
  std::optional<Board> board;
  try {
    board.emplace(board_of<Board>(tables.rules(), setup));
  } catch (const FenError&) {
    if (!stated.exists()) return std::nullopt;
    return tell("no position");
  }
  // The position may have another slot.
  if (const auto home = placed(board->setup());
      home->ending != table.ending() || table.slots().slot(home->placement) != slot)
    return stated.exists() ? std::optional(tell("one of another number")) : std::nullopt;
  const DistanceValue found = value_by_moves(tables, *board);
  if (found == stated) return std::nullopt;
  return tell(to_string(found));
}

}  // namespace plylab::chess
