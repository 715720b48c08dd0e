// Who solved what, side by side.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reports/tables/table.h"
#include "suites/solve/contestants.h"
#include "suites/solve/solve.h"

namespace plylab::suites::solve {

/// A table with a row for each position and a column for each contestant, in their order.
class SideBySide {
 public:
  /// With `timed` it tells seconds, else nodes, which are the same on every machine.
  SideBySide(const std::vector<Entrant>& contestants, const ChosenCriterion& criterion, bool timed);

  /// Adds a position with a solution by each contestant; none where a stop came before.
  void add(const epd::Record& record, const Goal& goal,
           const std::vector<std::optional<Solution>>& solutions);

  /// Adds what the reader must know besides.
  void add_note(const std::string& note) { table_.notes.push_back(note); }

  /// The table "side_by_side". A cell says when the position was solved, and in which iteration,
  /// "0.02 s at 5" or "9041 at 5", or else the move at the end, or the fault; it is empty where the
  /// criterion does not count. The last row has the sums.
  reports::Table table() const;

 private:
  reports::Cell cell_of(const epd::Record& record, const Solution& solution) const;

  ChosenCriterion criterion_;
  bool timed_;
  reports::Table table_;
  std::vector<std::size_t> solved_, asked_;
};

}  // namespace plylab::suites::solve
