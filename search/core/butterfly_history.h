// The history heuristic.
#pragma once

#include <array>
#include <cstddef>

#include "gen/chess/board/move.h"

namespace plylab::search {

/// How often quiet moves were best or cut, by side, origin and target; deep nodes count for more
/// (Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983). The weight is the square of the
/// depth, and all counts are halved before one passes the limit.
class ButterflyHistory {
 public:
  static constexpr int limit = 1 << 16;

  void learn(chess::Color side, chess::Move move, int depth) {
    int& count = at(side, move);
    count += depth * depth;
    if (count < limit) return;
    for (auto& side_counts : counts_)
      for (int& each : side_counts) each /= 2;
  }

  int score(chess::Color side, chess::Move move) const {
    return counts_[chess::index(side)][place(move)];
  }

 private:
  static std::size_t place(chess::Move move) { return move.bits() >> 4; }
  int& at(chess::Color side, chess::Move move) { return counts_[chess::index(side)][place(move)]; }

  std::array<std::array<int, 64 * 64>, 2> counts_{};
};

}  // namespace plylab::search
