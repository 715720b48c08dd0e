// What the kernels have in common that read a Compass's lanes one by one. See compass.h.
#pragma once

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// `User` keeps the code of each kernel its own.
template <class User>
struct LaneByLane {
  struct ByType {
    Bits set[8];
    Bits operator[](int type) const { return set[type]; }
  };

  static ByType by_type(Bits shared, Bits diagonals, Bits straights, Bits pawns, Bits knights,
                        Bits kings) {
    ByType sets;
    sets.set[bishop] = shared | diagonals;
    sets.set[rook] = shared | straights;
    sets.set[queen] = shared | diagonals | straights;
    sets.set[pawn] = shared | pawns;
    sets.set[knight] = shared | knights;
    sets.set[king] = shared | kings;
    return sets;
  }

  static int total(const auto&... lanes) {
    int bits = 0;
    for (int d = 0; d < 8; ++d) bits += (std::popcount(lanes[d]) + ...);
    return bits;
  }
};

}  // namespace plylab::chess
