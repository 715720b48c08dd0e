// One counting job, everything chosen by name: here static turns into dynamic.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game.h"
#include "perft/count/divide.h"

namespace plylab::perft {

/// How the last ply is counted.
enum class Mode : std::uint8_t { bulk, unbulked, statistics };

/// What to count and how.
struct Job {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  int depth = 1;               ///< plies, at least 1
  Mode mode = Mode::bulk;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called now and then, by one thread at a time: the share of the work done, the leaves so far.
  std::function<void(double share, Count leaves)> progress = {};
  /// The size of a transposition table, 0 for none. Without one every path is walked; with one a
  /// subtree met again is not, and positions near the root are merged.
  std::size_t hash_mib = 0;
  /// Whether a path that ends before the depth is reached, because the game is over, counts as a
  /// leaf that lies higher; without a word, as is usual in the game.
  std::optional<bool> with_higher = {};
  bool exact = false;  ///< the table tells positions apart by their packed form, not by their key
};

/// Throws InputError if the depth or the number of threads is below 1, or no table is as large.
void require_sense(const Job& job);

/// A transposition table as it was used.
struct TableReport {
  std::size_t capacity = 0;  ///< entries
  TableUse use;
};

/// A root move's share.
struct RootMove {
  std::string move;
  Count leaves;
  Count higher = {};  ///< of these
  friend auto operator<=>(const RootMove&, const RootMove&) = default;
};

/// What came out.
struct Result {
  std::string kernel;        ///< the kernel of the generator that ran; empty if it has only one
  Count leaves;              ///< legal move paths
  Count higher;              ///< of these, the ones that end before the depth is reached
  std::vector<Count> kinds;  ///< of last moves, as the game counts them; empty unless asked for
  std::vector<RootMove> branches;  ///< sorted by their texts
  bool complete = true;  ///< false: stopped early, everything holds what was finished by then
  double seconds = 0;    ///< wall time
  /// Together they have all leaves: what was found before there was anything to share is the
  /// first's.
  std::vector<ThreadShare> threads;
  std::optional<TableReport> table;
};

/// Runs the job on a position of the game. Throws InputError as require_sense() does, for a
/// generator or kernel that does not exist or that this CPU cannot run, for Mode::statistics of a
/// game that has none, and if there is no memory for the table or the system does not give the
/// threads. For games of one's own include perft/count/run_body.h.
template <Game G>
Result run(const typename G::Start& position, const Job& job);

}  // namespace plylab::perft
