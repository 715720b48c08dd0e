// Runs a search job whose factors are chosen by name: selects the static types at run time.
#pragma once

#include <string>
#include <vector>

#include "gen/game/game.h"
#include "search/base/known_values.h"
#include "search/base/preset.h"
#include "search/base/result.h"
#include "search/base/switches.h"
#include "search/core/budget.h"
#include "search/core/kept_table.h"

namespace plylab::search {

/// The factors of a search.
struct Job {
  std::string generator = {};           ///< of the game; empty for its default
  std::string kernel = {};              ///< of the generator; empty for the fastest here
  std::string algorithm = "alphabeta";  ///< or an alias
  std::string evaluation =
      std::string(default_choice);  ///< "default": the preferred one of the search
  std::string ordering = std::string(default_choice);  ///< the same
  Switches switches = {};                              ///< override the search's preset
  Limits limits = {};
  bool distinct = false;  ///< also count different positions
  bool visits = false;    ///< record every visit: for small trees; in chess on mailbox only
  bool types = false;     ///< count nodes by type; in chess on mailbox only
  /// Each move that the search makes must be legal, else IllegalMoveMade is thrown; in chess on
  /// mailbox only.
  bool checks_moves = false;
  bool minimal = false;  ///< also search the minimal tree, and with a table the minimal graph
  bool trace = false;    ///< a TextResult has the searches and the moves of the root
  bool census = false;   ///< examine the table at the end
  /// Have the memory of the search's own table zeroed before the clock starts, so that the times of
  /// several searches can be compared.
  bool prepare_table = false;
  std::uint64_t null_samples = 0;         ///< check every n-th cutoff by a null move; 0: none
  const KnownValues* endgames = nullptr;  ///< the tables for the switch endgames
  const KnownValues* book = nullptr;      ///< the opening book for the switch book
  /// Holds the table, which is kept for the next search; null: the search has its own empty one. A
  /// search of only some of the root's moves does not use it.
  KeptTable* kept_table = nullptr;
  /// Search nothing: only have the memory of the kept table zeroed for the search that follows, or
  /// freed if that search has no table.
  bool only_prepare = false;
  /// Root moves to leave out, in the game's move notation; ignored if these are all moves. For
  /// SearchableGame::run().
  std::vector<std::string> avoid = {};
};

/// Gives a job the endgame tables and the opening book that its switches ask for. Throws InputError
/// if they are not there.
using GiveKnownValues = void (*)(Job& job);

/// The context of a root, besides the position.
template <class Move>
struct RootContext {
  std::vector<Move> played = {};      ///< from the start to the root; they count for repetitions
  std::vector<Move> root_moves = {};  ///< the moves to choose from; empty: all
  Observer<Move> observer = {};
};

/// The result of a search in a game.
template <Game G>
using Result = ResultOf<MoveOf<G>>;

/// Runs the job on the calling thread, and with the switch threads also on others; calls the
/// observer on the calling thread. Throws InputError for names that do not exist or do not apply to
/// the game, if the table does not fit into memory, if the algorithm does not support the switches,
/// or if the job does not give what they need. For your own games, include search/run/run_body.h.
template <Game G>
Result<G> run(const typename G::Start& start, const Job& job,
              const RootContext<MoveOf<G>>& context = {});

}  // namespace plylab::search
