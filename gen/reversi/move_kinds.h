// The columns of reversi perft tables.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/game/move_kinds.h"
#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// The last moves of all paths, by what they do (gen/game/move_kinds.h).
struct MoveKinds {
  enum Kind : std::size_t { turned, corner, passes, ends, counted };

  static constexpr std::array<StatisticsColumn, counted> columns{{
      {"turned", "discs turned by last moves"},
      {"corners", "last moves into a corner"},
      {"passes", "last moves that are passes"},
      {"ends", "last moves after which nobody can move"},
  }};

  template <ReversiPosition P>
  static void add(P& position, Move move, std::array<std::uint64_t, counted>& counts) {
    const Side other = !position.side_to_move();
    const int before = std::popcount(position.discs().of(other));
    const auto undo = position.make(move);
    counts[turned] +=
        static_cast<std::uint64_t>(before - std::popcount(position.discs().of(other)));
    counts[corner] += move != pass && (corners & bit(move)) != 0;
    counts[passes] += move == pass;
    counts[ends] += position.placements(other) == 0 && position.placements(!other) == 0;
    position.unmake(move, undo);
  }
};

}  // namespace plylab::reversi
