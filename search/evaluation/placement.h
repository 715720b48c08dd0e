// What a piece is worth where it stands, in the middle game and in the endgame.
#pragma once

#include "gen/chess/board/board.h"
#include "search/evaluation/score.h"

namespace plylab::search {

/// What a piece of this type is worth on a square whose rank is counted from its own side. The king
/// is worth only where it stands.
Score placement_score(chess::PieceType type, int file, int rank);

}  // namespace plylab::search
