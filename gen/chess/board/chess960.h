// The starting arrays of Chess960.
#pragma once

#include "gen/chess/board/fen.h"

namespace plylab::chess {

/// How many starting arrays there are.
inline constexpr unsigned chess960_starts = 960;

/// The starting array with this number, 0 to 959, in the numbering of Reinhard Scharnagl; 518 is
/// the normal array. All four castling rights stand. Throws InputError beyond 959.
Setup chess960_start(unsigned number);

}  // namespace plylab::chess
