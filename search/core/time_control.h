// Chess clocks, and how a built-in search spends its time.
#pragma once

#include <array>
#include <optional>

#include "gen/game/position.h"

namespace plylab::search {

/// The time that both players have, in seconds; the first entry is White's.
struct Clocks {
  std::array<double, 2> left{};
  std::array<double, 2> increment{};         ///< added after each move
  std::optional<int> moves_to_control = {};  ///< then time is added; none: it must last
  int period = 0;                            ///< of a time control that has several, from 0
};

/// How long the side to move should think, in seconds: its share of the moves that are probably
/// still to come, and most of the increment. The last 0.05 s of the clock stay in reserve, so that
/// a move may arrive late by that much. A side that `ponders`, which often finds its answer ready,
/// takes a quarter more.
double thinking_time(const Clocks& clocks, Side side, bool ponders = false);

}  // namespace plylab::search
