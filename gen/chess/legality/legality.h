// Is a position legal, suspicious or impossible?
//
// Whatever is said against a position follows from the rules: no position of a game is ever
// accused, from whichever array of Chess960 it began. The converse does not hold: that no argument
// is found does not prove that a game leads there.
#pragma once

#include <string_view>
#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/legality/legality_issue.h"

namespace plylab::chess {

/// Everything found about what a FEN says, the worst first; empty if nothing speaks against it.
///
/// Impossible is what ValidSetup refuses, with FenErrorKind's names as kinds. What is suspicious
/// has the kinds that judge_material(), judge_clocks() and judge_last_move() list, and
/// castling_rights (both sides may castle, but with pieces of different files). It speaks against
/// every array that the castling rights leave; what is told is about the normal one if that is
/// among them.
std::vector<LegalityIssue> examine(const Setup& setup);

/// The same for a text; one that cannot be read is impossible.
std::vector<LegalityIssue> examine(std::string_view fen);

/// A refusal as an issue.
LegalityIssue refusal(const FenError& error);

/// That of the first issue, or legal.
Legality legality_of(const std::vector<LegalityIssue>& issues);

}  // namespace plylab::chess
