// The killer heuristic.
#pragma once

#include <array>
#include <cstddef>

#include "gen/chess/board/move.h"
#include "search/base/value.h"

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

}  // namespace plylab::search
