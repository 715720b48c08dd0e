// Runs plylab's command line for given games.
#pragma once

#include <string_view>
#include <vector>

#include "perft/games/countable_game.h"
#include "search/run/searchable_game.h"

namespace plylab::suites {

/// Runs the command line in argv for these games, the first of which is the default. If chess is
/// one of them, there are also the commands that are only for chess. Returns the exit status:
///   0 success 1 something that was compared or checked differs 2 wrong usage or an error,
///   explained in one line on standard error 128 + n signal n, Ctrl-C, SIGTERM or SIGHUP, came;
///   what was known by then has been reported.
///            The same, without a message, for SIGPIPE if the reader of standard output has gone
int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable);

/// Says in one line on standard error why the program cannot run; returns the exit status.
int refuse(char** argv, std::string_view why);

}  // namespace plylab::suites
