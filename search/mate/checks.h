// Dabbaba's search for long sequences of checks.
#pragma once

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Nielsen's mate search ("iteration 0" of Dabbaba, 1998): the attacker only checks, the defender
/// does anything. An effort of 16000 is divided at each node, by the number of checks tried or of
/// replies, and decides how many checks the next node may try: none below 2, one below 1000, two
/// below 1000000. Narrow lines so go deeper than wide ones. At the root all checks are tried. The
/// search is done to 8, 16 and 24 plies.
///
/// Where the description is silent or leaves it to the program: checks that leave few replies go
/// first, and of equals those that capture most; from 1000000 on three checks are tried, and one
/// more with each further factor of 1000; if nothing is found, all is done again with 16 times the
/// effort, up to 16000 * 16^5 or, as there, until a third of the nodes allowed are used up.
///
/// With quiet captures the attacker may, from ply 10 on, also capture so that the material is
/// better than at the start. Then the defender only recaptures or checks, for at most 6 plies. What
/// is won so is a gain, and its line is found, not valid: the defender has more moves than those.
///
/// In a mate all replies are answered, so that it is line_valid, but it need not be the shortest. A
/// mate that needs a quiet move is not found; nothing is ever refuted. The table is not used.
MateAnswer solve_by_checks(const MateProblem& problem);

}  // namespace plylab::search::mate
