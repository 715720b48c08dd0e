// What the pieces of a checkers position are worth.
#pragma once

#include <bit>

#include "gen/checkers/notation.h"

namespace plylab::checkers {

/// For the side to move, 100 to a man. A king to a man is 3 to 2: Samuel, "Some studies in machine
/// learning using the game of checkers", IBM Journal 3 (1959).
struct Material {
  template <CheckersPosition P>
  int operator()(const P& position) const {
    const Pieces pieces = position.pieces();
    const auto worth = [&](Side side) {
      const SquareSet own = pieces.of(side);
      return 100 * std::popcount(own) + 50 * std::popcount(own & pieces.kings);
    };
    const Side side = position.side_to_move();
    return worth(side) - worth(!side);
  }
};

}  // namespace plylab::checkers
