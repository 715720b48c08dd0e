// Runs a counting job whose generator and kernel are chosen by name: from static to dynamic types.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game.h"
#include "perft/count/divide.h"
#include "perft/count/job.h"

namespace plylab::perft {

/// A transposition table as it was used.
struct TableReport {
  std::size_t capacity = 0;  ///< entries
  TableUse use;
};

/// A root move's share.
struct RootMove {
  std::string move;
  Count leaves;
  Count early = {};  ///< of these, early leaves
  friend auto operator<=>(const RootMove&, const RootMove&) = default;
};

/// The result of a job.
struct Result {
  std::string kernel;        ///< the kernel of the generator that ran; empty if it has only one
  Count leaves;              ///< legal move paths
  Count early;               ///< of these, the paths that end before the depth
  std::vector<Count> kinds;  ///< of last moves, as the game counts them; empty unless asked for
  std::vector<RootMove> branches;  ///< sorted by their texts
  bool complete = true;  ///< false: stopped early, everything holds what was finished by then
  double seconds = 0;    ///< wall time
  /// Together they have all leaves: those found before the work was divided count as the first
  /// thread's.
  std::vector<ThreadShare> threads;
  std::optional<TableReport> table;
};

/// Runs the job on a position of the game. Throws InputError as validate() does, for a generator or
/// kernel that does not exist or that this CPU cannot run, for Mode::statistics of a game that has
/// none, and if the table's memory or the threads cannot be allocated. For your own games include
/// perft/count/run_body.h.
template <Game G>
Result run(const typename G::Start& position, const Job& job);

}  // namespace plylab::perft
