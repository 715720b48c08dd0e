// Whether any last move can have led to a position.
#pragma once

#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/legality/legality_issue.h"
#include "gen/chess/legality/starting_array.h"

namespace plylab::chess {

/// What speaks against every move that can have led to the position in a game from the array;
/// nothing if some move can. The position must be one that a ValidSetup accepts. Kinds: en_passant
/// (the double step that the e.p. square tells of cannot have been), en_passant_missing (nothing
/// but a double step can have been, and the e.p. square is not stated though a capture is legal),
/// halfmove_clock (nothing but a capture or pawn move can have been, but the clock runs), check,
/// double_check, triple_check (no move gives these checks), last_move (no move leads here, and
/// there is no check).
std::vector<LegalityIssue> judge_last_move(const Setup& setup, const StartingArray& array);

}  // namespace plylab::chess
