// Units of work of a count: the positions of some blocks of a frontier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/base/count.h"
#include "gen/base/fields.h"
#include "perft/frontier/record.h"
#include "perft/walk/job.h"

namespace plylab::perft {

/// The counts for one root move below the positions of a unit, in the order of for_each_count():
/// the leaves at full depth; then, if counted separately, early leaves; then last moves by kind.
struct BranchCounts {
  std::size_t branch;
  std::vector<Count> counts;

  friend bool operator==(const BranchCounts&, const BranchCounts&) = default;
  static constexpr Fields<&BranchCounts::branch, &BranchCounts::counts> fields = {};
};

/// Adds the counts, multiplied by `factor`, to the sums; extends the sums if there are fewer.
inline void add_times(Count factor, const std::vector<Count>& counts, std::vector<Count>& sums) {
  sums.resize(std::max(sums.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i] * factor;
}

/// A unit to count: the records of its positions, one after another.
struct UnitWork {
  std::size_t number;
  Bytes records;

  static constexpr Fields<&UnitWork::number, &UnitWork::records> fields = {};
};

/// A finished unit.
struct Unit {
  std::size_t number = 0;
  std::vector<BranchCounts> branches = {};  ///< the branches that lead to it, ascending
  std::vector<Count> positions = {};        ///< counts below each position, as in BranchCounts
  std::string records = {};                 ///< SHA-256 of its records
  double seconds = 0;                       ///< time of the thread that counted it

  static constexpr Fields<&Unit::number, &Unit::branches, &Unit::positions, &Unit::records,
                          &Unit::seconds>
      fields = {};
};

/// How to count below a frontier.
struct UnitJob {
  /// Generator, threads and table. The depth is that below the frontier; progress is not called.
  Job how = {};
  int ply = 1;               ///< of the frontier
  std::size_t branches = 0;  ///< number of root moves
  /// Returns the next unit to count, or none if no units are left. Called by any thread.
  std::function<std::optional<UnitWork>()> next = {};
  /// Receives a finished unit and the kernel that counted it ("" if there is only one). Called by
  /// any thread.
  std::function<void(Unit unit, std::string_view kernel)> take = {};
};

}  // namespace plylab::perft
