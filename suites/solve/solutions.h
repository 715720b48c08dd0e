// Solutions as records.
#pragma once

#include <cstdint>
#include <vector>

#include "reports/tables/table.h"
#include "suites/solve/contestants.h"
#include "suites/solve/solve.h"

namespace plylab::suites::solve {

/// What was found, what it cost, how each criterion judges it, and what went wrong: four tables, so
/// that each fits a terminal.
struct SolutionTables {
  reports::Table solutions;
  reports::Table costs;
  reports::Table judgements;
  reports::Table faults;

  /// `solved` in the tables is what this criterion says.
  explicit SolutionTables(const ChosenCriterion& criterion);

  /// Adds one record's solution by one contestant.
  void add(const epd::Record& record, const Goal& goal, const Entrant& contestant,
           const Solution& solution);

 private:
  ChosenCriterion criterion_;
};

/// One contestant's sums over a suite.
struct Tally {
  Entrant contestant;
  ChosenCriterion criterion;
  std::uint64_t positions = 0, solved = 0, at_end = 0, first = 0, kept = 0, stable = 0;
  std::uint64_t scored = 0;  ///< positions that give points
  std::uint64_t points = 0, most_points = 0, nodes = 0, faults = 0;
  double seconds = 0, found_seconds = 0;

  void add(const Solution& solution);
};

/// The table "summary": a row for each tally.
reports::Table summary_of(const std::vector<Tally>& tallies);

/// The table "points": what each tally got where records give points, and the ratings that users of
/// the Strategic Test Suite make of it.
reports::Table points_summary_of(const std::vector<Tally>& tallies);

/// The table "criteria_summary": what each tally comes to by every criterion.
reports::Table criteria_summary_of(const std::vector<Tally>& tallies);

}  // namespace plylab::suites::solve
