// Bitboard with PEXT sliders. Compiled with -mbmi2: only to be entered where pext_is_fast().
#include "gen/chess/bitboard_body.h"
#include "gen/chess/sliders.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace plylab::chess {

struct Pext {
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

template class Bitboard<Pext>;

}  // namespace plylab::chess
