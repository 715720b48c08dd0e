// Who solved what, side by side.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/record.h"
#include "suites/solve/contestants.h"
#include "suites/solve/solve.h"

namespace plylab::suites {

/// A table with a row for each position and a column for each contestant, in their order.
class SideBySide {
 public:
  SideBySide(const std::vector<Contestant>& contestants, const ChosenCriterion& criterion);

  /// Adds a position with a solution by each contestant; none where a stop came before.
  void add(const Record& record, const Goal& goal,
           const std::vector<std::optional<Solution>>& solutions);

  /// The table "side_by_side". A cell is the time and the iteration at which the position was
  /// solved, "0.02 s at 5", or else the move at the end, or the trouble. The last row has the sums.
  reports::Table table() const;

 private:
  ChosenCriterion criterion_;
  reports::Table table_;
  std::vector<std::size_t> solved_;
};

}  // namespace plylab::suites
