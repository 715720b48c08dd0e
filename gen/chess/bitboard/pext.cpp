// The kernel for CPUs with a fast PEXT, one position at a time.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"

namespace plylab::chess {

struct Pext : PextSliders<Pext> {
  using Lanes = void;
};

template class Bitboard<Pext>;

}  // namespace plylab::chess
