// One search job, every factor chosen by name: here static turns into dynamic. Other games are run
// by run_on() (run_on.h) with the same jobs and results.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"
#include "search/core/budget.h"
#include "search/core/search_info.h"
#include "search/result.h"
#include "search/switches.h"

namespace plylab::search {

/// What to search with. The names must exist in the registries.
struct Job {
  std::string generator = "bitboard";   ///< of chess; other games do not look at it
  std::string algorithm = "alphabeta";  ///< or an alias
  std::string evaluation = "default";   ///< of chess; "default": what the search itself prefers
  std::string ordering = "default";     ///< likewise
  Switches switches = {};               ///< laid over the preset of the search
  Limits limits = {};
  bool distinct = false;  ///< count different positions too
  bool minimal = false;   ///< search the minimal tree too, and with a table the minimal graph
  std::vector<chess::Move> moves = {};       ///< of chess; played first; they count for repetitions
  std::vector<chess::Move> root_moves = {};  ///< of chess; the moves to choose from; empty: all
  Observer<chess::Move> observer = {};       ///< of chess
};

/// What comes out in chess.
using Result = ResultOf<chess::Move>;

/// Runs the job on the calling thread. Throws InputError if the table does not fit into the memory,
/// or if the algorithm cannot do what the switches say.
Result run(const chess::ValidSetup& position, const Job& job);

}  // namespace plylab::search
