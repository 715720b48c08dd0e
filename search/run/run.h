// One search job, every factor chosen by name: here static turns into dynamic.
#pragma once

#include <string>
#include <vector>

#include "gen/game/game.h"
#include "search/base/preset.h"
#include "search/base/result.h"
#include "search/base/switches.h"
#include "search/core/budget.h"
#include "search/core/kept_table.h"

namespace plylab::search {

/// What to search with.
struct Job {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  std::string algorithm = "alphabeta";  ///< or an alias
  std::string evaluation =
      std::string(default_choice);  ///< "default": what the search itself prefers
  std::string ordering = std::string(default_choice);  ///< likewise
  Switches switches = {};                              ///< laid over the preset of the search
  Limits limits = {};
  bool distinct = false;  ///< count different positions too
  bool visits = false;    ///< write down every visit: for trees small enough to be read
  bool minimal = false;   ///< search the minimal tree too, and with a table the minimal graph
  bool trace = false;     ///< a result in texts has the searches and the moves of the root
  bool census = false;    ///< look at what the table holds at the end
  std::uint64_t null_samples = 0;  ///< check every n-th cutoff by a null move; 0: none
  /// Used for the table, which stays there for the next search; null: the search has its own, empty
  /// at first. A search of some of the root's moves does not use it.
  KeptTable* kept_table = nullptr;
  /// Moves of the root that are left out, in the game's move notation, unless they are all. For
  /// SearchableGame::run().
  std::vector<std::string> avoid = {};
};

/// What a search knows about its root, apart from the position.
template <class Move>
struct RootContext {
  std::vector<Move> played = {};      ///< from the start to the root; they count for repetitions
  std::vector<Move> root_moves = {};  ///< the moves to choose from; empty: all
  Observer<Move> observer = {};
};

/// What comes out in a game.
template <Game G>
using Result = ResultOf<MoveOf<G>>;

/// Runs the job on the calling thread, and on others if the switch threads says so; the observer is
/// called on the calling one. Throws InputError for names that do not exist or make no sense in the
/// game, if the table does not fit into the memory, or if the algorithm cannot do what the switches
/// say. For your own games include search/run/run_body.h.
template <Game G>
Result<G> run(const typename G::Start& start, const Job& job,
              const RootContext<MoveOf<G>>& context = {});

}  // namespace plylab::search
