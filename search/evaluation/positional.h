// The evaluation with chess knowledge: material, placement, mobility, pawns, kings and threats,
// between middle game and endgame.
#pragma once

#include "gen/chess/bitboard/planes.h"
#include "search/evaluation/score.h"

namespace plylab::search {

/// The value for the side to move, in centipawns. `sum` is the sum of the pieces' placement_score()
/// from White's view.
Value positional_value(const chess::Planes& planes, chess::Color side, Score sum);

}  // namespace plylab::search
