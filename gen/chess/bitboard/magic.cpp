// The kernel for any CPU: magic multiplication, one position at a time.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {

struct Magic {
  using Lanes = void;

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

template class Bitboard<Magic>;

}  // namespace plylab::chess
