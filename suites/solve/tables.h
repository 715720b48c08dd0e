// Tables of the results of contestants on a suite.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "reports/tables/table.h"
#include "suites/solve/solve.h"

namespace plylab::suites::solve {

/// The data of the tables.
struct Results {
  const std::vector<Puzzle>& puzzles;
  const std::vector<Contestant>& contestants;
  const std::vector<Solutions>& solutions;  ///< by puzzle
  ChosenCriterion criterion;                ///< what "solved" means in all tables
  double most_seconds = std::numeric_limits<double>::infinity();  ///< --time

  /// Whether costs are in seconds, else in nodes, which are the same on every machine.
  bool timed() const { return std::isfinite(most_seconds); }

  /// Whether the answer came after the limit of time. An engine needs a moment to send its answer.
  bool late(const Solution& solution) const {
    constexpr double margin = 0.1;
    return solution.reply.seconds > most_seconds + margin;
  }
};

/// A row for each position and a column for each contestant. A cell says when the position was
/// solved, and in which iteration, "0.02 s at 5" or "9041 at 5", or else the move at the end, or
/// the fault; it is empty where the criterion does not count. "late" marks an answer after the
/// limit of time, which counts. The last row has the sums.
reports::Table side_by_side(const Results& results);

/// The sums of each contestant over the suite.
reports::Table summary(const Results& results);

/// The points of each contestant where records give points, and the ratings that users of the
/// Strategic Test Suite make of it; no rows without points.
reports::Table points_summary(const Results& results);

/// How many each contestant solves by every criterion.
reports::Table criteria_summary(const Results& results);

/// A row for each position and contestant: the answer, its cost, and the verdict of each criterion.
reports::Table solutions_table(const Results& results);
reports::Table costs_table(const Results& results);
reports::Table criteria_table(const Results& results);

/// The faults, where there were any.
reports::Table faults_table(const Results& results);

/// How many each contestant had solved after 1, 2, 5, 10 … nodes or milliseconds, from the first
/// solution of any contestant to the last of all.
reports::Table solved_within(const Results& results);

/// The estimate of STS Rating 13.1 (Mosca, github.com/fsmosca/STS-Rating): 44.523 times the per
/// cent of points, less 242.85, meant as CCRL 40/4 after 200 ms for each position on an i7-2600K.
/// It is fitted to the rating lists of its time, and says nothing about other suites. None where no
/// points are given.
std::optional<double> sts_rating(std::uint64_t points, std::uint64_t most_points);

/// The estimate of Lucas Chess (Code/STS/STS.py): 0.2065 times the points, and 154.51, of the whole
/// suite alone: 1500 positions with 10 points each.
std::optional<double> lucas_rating(std::uint64_t points, std::uint64_t most_points);

}  // namespace plylab::suites::solve
