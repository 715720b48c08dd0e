// How often moves have served their side, as an order to try them in.
#pragma once

#include <array>
#include <cstdint>

#include "gen/chess/board/move.h"

namespace plylab::search::mate {

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
