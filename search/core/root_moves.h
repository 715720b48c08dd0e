// The moves that the root is searched with, where somebody has chosen some of them.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "gen/game/position.h"

namespace plylab::search {

/// Some moves of the root; none chosen: all of them.
template <Position P>
class RootMoves {
 public:
  using Move = typename P::Move;

  void choose(std::vector<Move> moves) { chosen_ = std::move(moves); }
  bool restricted() const { return !chosen_.empty(); }

  /// Leaves of the list the chosen moves, in its order.
  void restrict(typename P::MoveList& moves) const {
    typename P::MoveList kept;
    for (const Move move : moves)
      if (std::find(chosen_.begin(), chosen_.end(), move) != chosen_.end()) kept.add(move);
    moves = kept;
  }

 private:
  std::vector<Move> chosen_;
};

}  // namespace plylab::search
