// Moves backwards held against moves forwards.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include "gen/chess/endgames/builder.h"

namespace plylab::testing {

/// From every `step`th position of a table: what a generator's moves lead to in the same table has
/// the position among its predecessors, and all predecessors of the position have a move to it.
template <class Board>
void expect_inverse_moves(const chess::EndgameTables& tables, const chess::EndgameTable& table,
                          std::size_t step) {
  const chess::EndingGraph graph(table.ending(), tables);
  const auto position = [&](Side side, std::size_t slot) {
    return setup_of(table.ending(), table.slots().placement(slot), side);
  };
  const auto stays = [&](Side side, std::size_t slot) {
    std::set<std::size_t> after;
    Board board{chess::ValidSetup(position(side, slot))};
    for (const chess::Move move : board.generate()) {
      const auto undo = board.make(move);
      if (const auto home = placed(board.setup()); home->ending == table.ending())
        after.insert(table.slots().slot(home->placement));
      board.unmake(move, undo);
    }
    return after;
  };
  for (const Side side : {chess::white, chess::black})
    for (std::size_t slot = 0; slot < table.slots().size(); slot += step) {
      if (!table.value(side, slot).exists()) continue;
      for (const std::size_t after : stays(side, slot))
        ASSERT_THAT(graph.predecessors(table, !side, after), ::testing::Contains(slot))
            << to_string(position(side, slot));
      for (const std::size_t before : graph.predecessors(table, side, slot))
        ASSERT_THAT(stays(!side, before), ::testing::Contains(slot))
            << to_string(position(side, slot));
    }
}

}  // namespace plylab::testing
