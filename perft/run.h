// One counting job, the generator chosen by name: here static turns into dynamic.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/fen.h"
#include "perft/divide.h"
#include "perft/statistics.h"

namespace plylab::perft {

/// How the last ply is counted.
enum class Mode : std::uint8_t { bulk, unbulked, statistics };

/// What to count and how. The generator must exist in the registry.
struct Job {
  std::string generator = "bitboard";
  int depth = 1;
  Mode mode = Mode::bulk;
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called now and then, by one thread at a time: the share of the work done, the leaves so far.
  std::function<void(double share, Count leaves)> progress = {};
  /// The size of a transposition table, 0 for none. Without one every path is walked; with one a
  /// subtree met again is not, and positions near the root are merged.
  std::size_t hash_mib = 0;
  bool exact = false;  ///< the table tells positions apart by their packed form, not by their key
};

/// A transposition table as it was used.
struct TableReport {
  std::size_t capacity = 0;  ///< entries
  TableUse use;
};

/// What came out.
struct Result {
  std::string kernel;  ///< the kernel of the generator that ran; empty where there is only one
  Statistics total;    ///< only the leaves, unless the mode is statistics
  std::vector<std::pair<std::string, Count>> branches;  ///< leaves by root move in UCI, sorted
  bool complete = true;  ///< false: stopped early, everything holds what was finished by then
  double seconds = 0;    ///< wall time
  std::vector<ThreadShare> threads;  ///< empty at depth 1
  std::optional<TableReport> table;
};

/// Runs the job. Throws InputError if there is no memory for the table.
Result run(const chess::ValidSetup& position, const Job& job);

}  // namespace plylab::perft
