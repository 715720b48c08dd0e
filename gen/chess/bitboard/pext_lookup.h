// Sliders by PEXT look-up. Included only by kernels that are compiled for BMI2.
#pragma once

#include <immintrin.h>

#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {

/// Base of the kernels that have PEXT. `Kernel` gives each kernel its own instantiation, so that
/// the linker never merges code compiled for different instruction sets.
template <class Kernel>
struct PextSliders {
  static Bits rook(Square square, Bits occupied) {
    return look_up(pext_tables.rook[square], occupied);
  }
  static Bits bishop(Square square, Bits occupied) {
    return look_up(pext_tables.bishop[square], occupied);
  }

 private:
  static Bits look_up(const SliderEntry& entry, Bits occupied) {
    return entry.attacks[_pext_u64(occupied, entry.mask)];
  }
};

}  // namespace plylab::chess
