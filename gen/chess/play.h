// Moves on a setup.
#pragma once

#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// The position after some legal moves. After a double step beside an enemy pawn the e.p. square is
/// stated even where no capture is legal, as many programs write it: who is asked about the
/// position has to find that out.
Setup play(Setup position, const std::vector<Move>& moves);

}  // namespace plylab::chess
