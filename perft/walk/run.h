// Runs a counting job whose generator and kernel are chosen by name: from static to dynamic types.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game.h"
#include "perft/walk/divide.h"
#include "perft/walk/job.h"

namespace plylab::perft {

/// Report on the use of a transposition table.
struct TableReport {
  std::size_t mib = 0;       ///< its size
  bool exact = false;        ///< it identifies positions by their packed form
  std::size_t capacity = 0;  ///< entries
  TableUse use;
};

/// The share of one root move.
struct RootMove {
  std::string move;
  Count leaves;
  Count early = {};      ///< of these, early leaves
  bool complete = true;  ///< false if stopped early: both counts are then partial
  friend auto operator<=>(const RootMove&, const RootMove&) = default;
};

/// The result of a job.
struct Result {
  std::string kernel;              ///< the generator's kernel; empty if it has only one
  Count leaves;                    ///< paths of legal moves
  Count early;                     ///< of these, the paths that end before the depth
  std::vector<Count> kinds;        ///< last moves by kind; empty except in Mode::statistics
  std::vector<RootMove> branches;  ///< sorted by their texts
  bool complete = true;            ///< false if stopped early: all counts are then partial
  double seconds = 0;              ///< wall time
  /// All leaves by thread: leaves found before the work was divided count for the first thread.
  std::vector<ThreadShare> threads;
  std::optional<TableReport> table;
};

/// Runs the job on a position of the game. Throws InputError as validate() does, for a generator or
/// kernel that does not exist or that this CPU cannot run, for Mode::statistics of a game that has
/// none, and if the table's memory or the threads cannot be allocated. To use it with your own
/// game, include perft/walk/run_body.h.
template <Game G>
Result run(const typename G::Start& position, const Job& job);

}  // namespace plylab::perft
