// The legal move that a text demands, found backwards from its target: what reading many games
// needs most often.
#pragma once

#include <optional>

#include "gen/chess/bitboard/bitboard.h"
#include "gen/chess/board/move_pattern.h"

namespace plylab::chess {

/// The one legal move that fits. Nothing if none fits, if several do, or if the text is one of
/// those that only find_move() (gen/chess/board/notation.h) understands: castling by its squares,
/// and captures of pawns that do not name the pawn.
std::optional<Move> named_move(const Bitboard<Magic>& board, const MovePattern& pattern);

}  // namespace plylab::chess
