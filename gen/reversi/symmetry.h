// Symmetries of the board.
#pragma once

#include <algorithm>
#include <compare>

#include "gen/reversi/board.h"

namespace plylab::reversi {

/// The first row becomes the last.
constexpr Bits upside_down(Bits squares) { return __builtin_bswap64(squares); }

/// The first file becomes the last.
constexpr Bits mirrored(Bits squares) {
  squares = ((squares & 0x5555555555555555) << 1) | ((squares >> 1) & 0x5555555555555555);
  squares = ((squares & 0x3333333333333333) << 2) | ((squares >> 2) & 0x3333333333333333);
  return ((squares & 0x0f0f0f0f0f0f0f0f) << 4) | ((squares >> 4) & 0x0f0f0f0f0f0f0f0f);
}

/// Rows become files: swaps blocks of doubling size (Warren, Hacker's Delight, 7-3).
constexpr Bits transposed(Bits squares) {
  const auto swap = [&squares](Bits lower, int distance) {
    const Bits differ = (squares ^ (squares >> distance)) & lower;
    squares ^= differ ^ (differ << distance);
  };
  swap(0x00aa00aa00aa00aa, 7);
  swap(0x0000cccc0000cccc, 14);
  swap(0x00000000f0f0f0f0, 28);
  return squares;
}

/// Two sets of squares on one board.
struct BitsPair {
  Bits first, second;
  friend constexpr auto operator<=>(const BitsPair&, const BitsPair&) = default;
};

/// The least of the eight images of a board under rotation and reflection: the same for all eight.
constexpr BitsPair least_image(BitsPair board) {
  const auto both = [](BitsPair pair, Bits (*change)(Bits)) {
    return BitsPair{change(pair.first), change(pair.second)};
  };
  const auto least_of_four = [&](BitsPair pair) {
    const BitsPair mirror = both(pair, mirrored);
    return std::min(std::min(pair, both(pair, upside_down)),
                    std::min(mirror, both(mirror, upside_down)));
  };
  return std::min(least_of_four(board), least_of_four(both(board, transposed)));
}

}  // namespace plylab::reversi
