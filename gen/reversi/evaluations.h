// What a reversi position is worth.
#pragma once

#include <bit>

#include "gen/reversi/setup.h"

namespace plylab::reversi {

/// Discs, 100 each, for the side to move: what counts in the end, and little before.
struct Material {
  template <ReversiPosition P>
  int operator()(const P& position) const {
    const Discs discs = position.discs();
    const Side side = position.side_to_move();
    return 100 * (std::popcount(discs.of(side)) - std::popcount(discs.of(!side)));
  }
};

/// Moves to choose from and corners, as programs before learning weighed them above all
/// (Rosenbloom, "A world-championship-level Othello program", Artificial Intelligence 19, 1982): 10
/// for a move more than the other side has, and a corner as much as ten moves.
struct Mobility {
  template <ReversiPosition P>
  int operator()(const P& position) const {
    const Discs discs = position.discs();
    const auto worth = [&](Side side) {
      return 10 * std::popcount(position.placements(side)) +
             100 * std::popcount(discs.of(side) & corners);
    };
    const Side side = position.side_to_move();
    return worth(side) - worth(!side);
  }
};

}  // namespace plylab::reversi
