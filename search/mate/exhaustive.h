// The solver that misses nothing.
#pragma once

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Mate in 1, 2, 3, …: a full-width AND/OR search by iterative deepening. Each number of moves is
/// refuted before the next one is tried, so that a mate is the shortest and "none within" is
/// proved.
///
/// The attacker's moves are tried in order of the replies that they leave, checks first; the
/// defender's by how often they have refuted elsewhere; for the last move only checks are listed.
/// A table keeps what is known of positions with at least two moves to go. Throws InputError if
/// there is no memory for it.
template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem);

}  // namespace plylab::search::mate
