// A count's work in pieces: what is below some blocks of a frontier.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "perft/frontier/record.h"

namespace plylab::perft::cluster {

/// What a root move has below the positions of a unit: the numbers that a total is made of, in the
/// order of for_each_count(). That is full leaves, then, if they are told apart, higher ones, then
/// the kinds of moves, as the game counts them.
struct BranchCounts {
  std::size_t branch;
  std::vector<Count> counts;
  friend bool operator==(const BranchCounts&, const BranchCounts&) = default;
};

/// Adds counts so many times to sums, of which there may be fewer yet.
inline void add_times(Count factor, const std::vector<Count>& counts, std::vector<Count>& sums) {
  sums.resize(std::max(sums.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i] * factor;
}

/// What is below a position, each with its counts in the same order, as a text: "8457;9345 0 12".
void append_counts(std::string& text, const std::vector<Count>& counts);

/// A unit to be counted: the records of its positions, one after another.
struct UnitWork {
  std::size_t number;
  Bytes records;
};

/// A finished unit.
struct Unit {
  std::size_t number;
  std::vector<BranchCounts> branches;  ///< by branch, those that lead to its positions
  std::string positions;               ///< below each of them, by append_counts()
  double seconds;                      ///< of one thread
};

/// How to count below a frontier.
struct UnitJob {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  int ply = 1;                 ///< of the frontier
  std::size_t branches = 0;    ///< how many root moves there are
  int depth = 1;               ///< plies below the frontier, at least 1
  bool statistics = false;     ///< the kinds of the last moves, too
  bool with_higher = false;    ///< games that are over before count as leaves that lie higher
  int threads = 1;
  std::size_t hash_mib = 0;  ///< of a table that all threads share; 0: none
  bool exact = false;        ///< the table tells positions apart by their packed form
  /// Zeros of that many MiB for the table, which processes with the same job may use together;
  /// empty: the table has memory of its own.
  std::span<std::byte> table_memory = {};
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// The next unit to be counted, or none if there is no more. Called by any thread.
  std::function<std::optional<UnitWork>()> next = {};
  /// Takes a finished unit, and the kernel that counted it, empty if there is but one. Called by
  /// any thread.
  std::function<void(const Unit&, std::string_view kernel)> take = {};
};

}  // namespace plylab::perft::cluster
