// Attack sets of sliding pieces by table look-up. Two ways to find the table's index: the PEXT
// instruction where the CPU has a fast one, a magic multiplication elsewhere.
#pragma once

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// One square's part of an attack table. The mask holds the squares whose occupation matters.
struct SliderEntry {
  Bits mask;
  Bits magic;           ///< the multiplier; unused by PEXT
  const Bits* attacks;  ///< 2^popcount(mask) attack sets
  unsigned shift;       ///< 64 − popcount(mask)
};

/// The attack tables for one way of indexing, 840 KiB.
struct SliderTables {
  SliderEntry rook[64];
  SliderEntry bishop[64];
};

/// PEXT indexing (Zach Wegner's idea of 2008; Intel's BMI2 of 2013).
extern const SliderTables pext_tables;
/// Magic multiplication (Lasse Hansen, Gerd Isenberg, Pradu Kannan 2006).
extern const SliderTables magic_tables;

/// The squares a rook or bishop attacks, walked step by step: the reference of both tables.
Bits walk_rook(Square square, Bits occupied);
Bits walk_bishop(Square square, Bits occupied);

/// Base of all types that look up sliders this way. `User` keeps the code of each file separate,
/// because kernels are compiled for CPUs on which the rest of the program need not run.
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
    return entry.attacks[((occupied & entry.mask) * entry.magic) >> entry.shift];
  }
};

}  // namespace plylab::chess
