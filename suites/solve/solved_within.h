// How many positions were solved within a time or a number of nodes.
#pragma once

#include <cstddef>
#include <vector>

#include "reports/tables/table.h"
#include "suites/solve/contestants.h"
#include "suites/solve/solve.h"

namespace plylab::suites::solve {

/// The curves of all contestants, in their order.
class SolvedWithin {
 public:
  /// With `timed` by seconds, else by nodes, which are the same on every machine.
  SolvedWithin(std::size_t contestants, const ChosenCriterion& criterion, bool timed)
      : criterion_(criterion), timed_(timed), curves_(contestants) {}

  /// Adds a solution by a contestant.
  void add(std::size_t contestant, const Solution& solution);

  /// The table "solved_within": how many each had solved after 1, 2, 5, 10 … nodes or milliseconds,
  /// from where somebody had solved one to where all had what they solved.
  reports::Table table(const std::vector<Entrant>& contestants) const;

 private:
  struct Curve {
    std::size_t positions = 0;
    std::vector<double> costs = {};  ///< of those that were solved
  };

  std::vector<double> steps() const;

  ChosenCriterion criterion_;
  bool timed_;
  std::vector<Curve> curves_;
};

}  // namespace plylab::suites::solve
