// The order in which a mate search tries moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "gen/chess/board/move.h"
#include "gen/game/move_list.h"

namespace plylab::search::mate {

/// A move and its place in the order: the lowest first.
struct RankedMove {
  chess::Move move;
  std::uint16_t rank;
};
using RankedMoves = MoveList<RankedMove, 416>;

/// Moves the candidate of the lowest rank from `from` on to that place, and returns its move.
/// `from` is less than the number of candidates.
inline chess::Move next(RankedMoves& candidates, std::size_t from) {
  // Not std::min_element, which reads the least rank anew from its place for each candidate: that
  // cost a seventh of the time of exhaustive search.
  std::size_t best = from;
  unsigned least = candidates[from].rank;
  for (std::size_t i = from + 1; i < candidates.size(); ++i)
    if (candidates[i].rank < least) {
      least = candidates[i].rank;
      best = i;
    }
  std::swap(candidates[from], candidates[best]);
  return candidates[from].move;
}

/// Counts successes of moves by the squares that they go from and to (Schaeffer 1983).
class SuccessCounts {
 public:
  static constexpr std::uint16_t most = 0x7000;  ///< the greatest count

  std::uint16_t operator[](chess::Move move) const { return counts_[move.bits() >> 4]; }

  /// One success more; when a count would be too great all are halved.
  void note(chess::Move move) {
    auto& count = counts_[move.bits() >> 4];
    if (++count > most)
      for (auto& number : counts_) number = static_cast<std::uint16_t>(number / 2);
  }

 private:
  std::array<std::uint16_t, 4096> counts_{};
};

}  // namespace plylab::search::mate
