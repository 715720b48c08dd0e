// Whether the pieces on the board can be what is left of two armies of sixteen.
#pragma once

#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/legality/legality_issue.h"
#include "gen/chess/legality/starting_array.h"

namespace plylab::chess {

/// What speaks, in a game from the array, against the pieces and where the pawns stand, whoever is
/// to move. Kinds:
/// too_many_pawns, promoted (more promoted pieces than pawns missing), pawn_structure (no way at
/// all for the pawns to have come there), pawn_captures (they need more captures than the enemy has
/// lost pieces), passed_pawns (pawns have gone by each other, or promoted, without any capture). At
/// most one for each colour, then passed_pawns.
std::vector<LegalityIssue> judge_material(const Setup& setup, const StartingArray& array);

}  // namespace plylab::chess
