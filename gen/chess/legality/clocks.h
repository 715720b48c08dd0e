// Whether the halfmove clock and the move number can be true.
#pragma once

#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/legality/legality_issue.h"
#include "gen/chess/legality/starting_array.h"

namespace plylab::chess {

/// What speaks against the clock, the move number and the side to move in a game from the array.
/// Clock 0 with move number 1 counts as not stated: EPD has neither. Kinds: halfmove_clock (it runs
/// on after a double step, or for longer than the game has without captures and pawn moves),
/// move_number (it is 0, or too small for what each side must have moved and captured), tempo (only
/// knights have moved, and the parity of their moves gives the turn to the other side).
std::vector<LegalityIssue> judge_clocks(const Setup& setup, const StartingArray& array);

}  // namespace plylab::chess
