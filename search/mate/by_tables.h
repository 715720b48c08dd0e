// Mates that endgame tables know.
#pragma once

#include <optional>

#include "gen/chess/endgames/table.h"
#include "search/mate/problem.h"
#include "search/mate/solvers.h"

namespace plylab::search::mate {

/// What tables prove of the shortest mate: where there is none of at most `most_moves` (0:
/// longest_mate), `moves` is 0 and `refuted` that bound. None if they do not know the position nor
/// all that its moves lead to.
std::optional<ShortestMate> shortest_mate(const chess::EndgameTables& tables,
                                          const chess::ValidSetup& position, int most_moves = 0);

/// The answer that tables give to a problem: the shortest mate or that there is none, as above; or,
/// where they know only some of what the moves lead to, a mate by one of them. None if they know
/// none. Both sides of the line play the best. Throws InputError if a file is damaged.
std::optional<MateAnswer> answer_by_tables(const chess::EndgameTables& tables,
                                           const MateProblem& problem);

}  // namespace plylab::search::mate
