// Sliders by magic multiplication, which needs no special instruction.
#pragma once

#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {

/// Base of whatever looks sliders up so. `User` keeps the code of each file its own: kernels are
/// compiled for CPUs that the rest of the program need not run on.
template <class User>
struct MagicSliders {
  static Bits rook(Square square, Bits occupied) {
    return look_up(magic_tables.rook[square], occupied);
  }
  static Bits bishop(Square square, Bits occupied) {
    return look_up(magic_tables.bishop[square], occupied);
  }

 private:
  static Bits look_up(const SliderEntry& entry, Bits occupied) {
    return entry.attacks[(occupied & entry.mask) * entry.magic >> entry.shift];
  }
};

}  // namespace plylab::chess
