// Mates from endgame tables.
#pragma once

#include <optional>

#include "gen/chess/endgames/table.h"
#include "search/mate/problem.h"
#include "search/mate/solvers.h"

namespace plylab::suites::mate {

/// The shortest mate by the tables. If there is none of at most `max_moves` (0: longest_mate),
/// `moves` is 0 and `refuted` is that bound. None if the tables have neither the position nor all
/// positions after its moves.
std::optional<search::mate::ShortestMate> shortest_mate(const chess::EndgameTables& tables,
                                                        const chess::ValidSetup& position,
                                                        int max_moves = 0);

/// The tables' answer to a problem: the shortest mate or that there is none, as above; or, if they
/// have only some of the positions after its moves, a mate by one of these moves. None if there is
/// no answer. The line has the best moves of both sides. Throws InputError if a file is damaged.
std::optional<search::mate::MateAnswer> answer_by_tables(const chess::EndgameTables& tables,
                                                         const search::mate::MateProblem& problem);

}  // namespace plylab::suites::mate
