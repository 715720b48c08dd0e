// Tables of the results of contestants on a suite.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
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
  double max_seconds = std::numeric_limits<double>::infinity();  ///< --time

  /// Whether costs are in seconds; otherwise they are in nodes, which are the same on every
  /// machine.
  bool timed() const { return std::isfinite(max_seconds); }

  /// Whether there is an answer, and it came after the time limit. An engine needs a moment to send
  /// its answer.
  bool late(const Solution& solution) const {
    constexpr double margin = 0.1;
    return !solution.reply.fault && solution.reply.seconds > max_seconds + margin;
  }
};

/// The tables that a suite can have.
std::vector<reports::Schema> declared_tables(std::size_t contestants);

/// The pictures of the table of solutions.
inline const reports::Picture scatter_picture{
    .name = "scatter",
    .summary = "cost position by position against the first contestant's",
    .form = reports::Form::scatter,
    .of = "solved_visited",
    .label = "visited nodes until it was solved",
    .title = "Positions that both solved"};
inline const reports::Picture solved_time_picture{.name = "solved_time",
                                                  .summary = "positions solved within a time",
                                                  .form = reports::Form::steps,
                                                  .of = "solved_in",
                                                  .label = "seconds until it was solved",
                                                  .title = "Solved"};
inline const reports::Picture solved_nodes_picture{
    .name = "solved_nodes",
    .summary = "positions solved within so many nodes",
    .form = reports::Form::steps,
    .of = "solved_visited",
    .label = "visited nodes until it was solved",
    .title = "Solved"};

/// A row for each position and a column for each contestant. A cell tells when the position was
/// solved, and in which iteration ("0.02 s at 5" or "9041 at 5"), or else the final move, or the
/// fault; it is empty where the criterion does not apply. "late" marks an answer after the time
/// limit, which still counts. The last row has the sums.
reports::Table side_by_side(const Results& results);

/// The sums of each contestant over the suite.
reports::Table summary(const Results& results);

/// A row for each position and contestant: the answer, and its cost.
reports::Table solutions_table(const Results& results);
reports::Table costs_table(const Results& results);

/// A row for each line of thinking, as it came: raw data for programs.
reports::Table iterations_table(const Results& results);

/// The faults, where there were any.
reports::Table faults_table(const Results& results);

}  // namespace plylab::suites::solve
