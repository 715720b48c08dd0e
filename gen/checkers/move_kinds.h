// The columns of checkers perft tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gen/checkers/notation.h"
#include "gen/game/move_kinds.h"

namespace plylab::checkers {

/// The last moves of all paths, by what they do (gen/game/move_kinds.h).
struct MoveKinds {
  enum Kind : std::size_t { captures, men, promotions, wins, counted };

  static constexpr std::array<StatisticsColumn, counted> columns{{
      {"captures", "last moves that capture"},
      {"men", "men and kings captured by them"},
      {"promos", "last moves by which a man becomes a king"},
      {"wins", "last moves that leave the opponent none"},
  }};

  template <CheckersPosition P>
  static void add(P& position, Move move, std::array<std::uint64_t, counted>& counts) {
    counts[captures] += move.is_capture();
    counts[men] += move.jumps();
    counts[promotions] += position.promotes(move);
    const auto undo = position.make(move);
    counts[wins] += position.count() == 0;
    position.unmake(move, undo);
  }
};

}  // namespace plylab::checkers
