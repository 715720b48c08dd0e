// The kernel for any CPU: magic multiplication, one position at a time.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/plain_compass.h"
#include "gen/chess/bitboard/sliders.h"

namespace plylab::chess {

struct Magic : MagicSliders<Magic> {
  using Lanes = void;
  using Compass = PlainCompass<Magic>;
};

template class Bitboard<Magic>;

}  // namespace plylab::chess
