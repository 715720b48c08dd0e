// Runs plylab's command line for given games.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "perft/games/countable_game.h"
#include "reports/tables/table.h"
#include "search/run/searchable_game.h"

namespace plylab::suites {

/// Runs the command line in argv for these games, the first of which is the default. If chess is
/// one of them, there are also the commands that are only for chess. Returns the exit status:
/// - 0: success
/// - 1: something that was compared or checked differs
/// - 2: wrong usage or an error, explained in one line on standard error
/// - 128 + n: signal n, Ctrl-C, SIGTERM or SIGHUP, came; what was known by then has been reported.
///   The same, without a message, for SIGPIPE if the reader of standard output has gone
int run_program(int argc, char** argv, const std::vector<perft::CountableGame>& countable,
                const std::vector<search::SearchableGame>& searchable);

/// The report of a command that ran for a caller in the same process.
struct CommandRun {
  bool differs = false;    ///< something that was compared or checked
  reports::Report report;  ///< as --format json has it
};

/// Runs one of plylab's commands with its arguments, such as {"search", "--depth", "5"}, for a
/// caller in the same process: what the command would print is returned, and only files that
/// options name are written. There are the commands that make reports, for all of plylab's games.
/// The work ends early once `stop` is set; the report is then incomplete. `share` is set to the
/// share of the work done. Notes for the user go to standard error. Throws InputError for wrong
/// usage, and as the command does.
CommandRun run_command(const std::vector<std::string>& arguments, const std::atomic<bool>& stop,
                       std::atomic<double>& share);

/// Says in one line on standard error why the program cannot run; returns the exit status.
int refuse(char** argv, std::string_view why);

}  // namespace plylab::suites
