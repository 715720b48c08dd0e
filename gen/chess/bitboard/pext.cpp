// The kernel for CPUs with a fast PEXT, one position at a time.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"
#include "gen/chess/bitboard/plain_compass.h"

namespace plylab::chess {

struct Pext : PextSliders<Pext> {
  using Lanes = void;
  using Compass = PlainCompass<Pext>;
};

template class Bitboard<Pext>;

}  // namespace plylab::chess
