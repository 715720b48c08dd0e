// The program: its commands for some games.
#pragma once

#include <vector>

#include "perft/games/countable_game.h"
#include "search/run/searchable_game.h"

namespace plylab::suites {

/// Runs the command line in argv, for games of which the first is meant where none is named; with
/// chess among them, the commands that know chess alone are there too. Gives the exit status: 0; 1
/// if what was compared or checked differs; 2 for wrong use, said in a line on standard error; 128
/// and the signal's number after Ctrl-C, SIGTERM or SIGHUP, with what was known by then reported,
/// and likewise, without a word, where nobody reads standard output any more (SIGPIPE).
int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable);

}  // namespace plylab::suites
