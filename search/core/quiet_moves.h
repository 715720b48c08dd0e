// What a search learns about quiet moves: killers and history.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "gen/chess/move.h"
#include "search/core/value.h"

namespace plylab::search {

/// Two killer moves a ply: quiet moves that cut there lately and may do so again (Akl and Newborn,
/// "The principal continuation and the killer heuristic", ACM 1977).
class Killers {
 public:
  void learn(int ply, chess::Move move) {
    auto& pair = pairs_[static_cast<std::size_t>(ply)];
    if (pair[0] == move) return;
    pair[1] = pair[0];
    pair[0] = move;
  }

  /// 2 for the newer killer of the ply, 1 for the older one, 0 for other moves.
  int rank(int ply, chess::Move move) const {
    const auto& pair = pairs_[static_cast<std::size_t>(ply)];
    return move == pair[0] ? 2 : move == pair[1] ? 1 : 0;
  }

 private:
  std::array<std::array<chess::Move, 2>, max_ply> pairs_{};
};

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
