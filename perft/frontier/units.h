// A count's work in pieces: what is below some blocks of a frontier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "perft/count/job.h"
#include "perft/frontier/record.h"

namespace plylab::perft {

/// What a root move has below the positions of a unit: the numbers that a total is made of, in the
/// order of for_each_count(). These are the leaves at full depth; then, if they are counted
/// separately, early leaves; then the kinds of last moves, as the game counts them.
struct BranchCounts {
  std::size_t branch;
  std::vector<Count> counts;
  friend bool operator==(const BranchCounts&, const BranchCounts&) = default;
};

/// Adds the counts, multiplied by `factor`, to the sums, which are extended if there are fewer.
inline void add_times(Count factor, const std::vector<Count>& counts, std::vector<Count>& sums) {
  sums.resize(std::max(sums.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i] * factor;
}

/// A unit to be counted: the records of its positions, one after another.
struct UnitWork {
  std::size_t number;
  Bytes records;
};

/// A finished unit.
struct Unit {
  std::size_t number = 0;
  std::vector<BranchCounts> branches = {};  ///< by branch, those that lead to its positions
  std::vector<Count> positions = {};  ///< below each of its positions in order, as in BranchCounts
  std::string records = {};           ///< SHA-256 of its records
  double seconds = 0;                 ///< of one thread
};

/// How to count below a frontier.
struct UnitJob {
  /// Who counts. The depth is below the frontier; progress is not called.
  Job how = {};
  int ply = 1;               ///< of the frontier
  std::size_t branches = 0;  ///< how many root moves there are
  /// The next unit to be counted, or none if all are taken. Called by any thread.
  std::function<std::optional<UnitWork>()> next = {};
  /// Takes a finished unit, and the kernel that counted it, empty if there is only one. Called by
  /// any thread.
  std::function<void(Unit unit, std::string_view kernel)> take = {};
};

}  // namespace plylab::perft
