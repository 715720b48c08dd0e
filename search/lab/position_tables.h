// Tables of searches by position, and of their visits.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// The phase of a game of chess in a FEN, "opening", "middle game" or "endgame", by the pieces that
/// are left: a queen counts 4, a rook 2, a minor piece 1, together 24 at the start.
std::string_view phase_in(std::string_view fen);
inline constexpr const char* help_of_phase =
    "of the position searched, by the pieces left, a queen 4, a rook 2, a minor piece 1: opening "
    "20 to 24, endgame to 8";

/// The column of a counter summed over all iterations of a row's record.
template <class Row>
reports::ColumnOf<Row> sum_column(const Counter& counter,
                                  reports::Role role = reports::Role::cost) {
  return {{counter.name, counter.unit, fmt::format("{}; of all iterations", counter.definition), 0,
           role},
          [of = counter.of](const Row& row) { return reports::Cell(of(row.record->counts())); }};
}

/// A percentage; empty if `of` is 0.
inline reports::Cell share(std::uint64_t part, std::uint64_t of) {
  if (of == 0) return {};
  return 100 * static_cast<double>(part) / static_cast<double>(of);
}

/// The cutoffs of a search by the place of the move.
inline const reports::Picture cut_index_picture{
    .name = "cut_index",
    .summary = "cutoffs by the place of the move",
    .form = reports::Form::curves,
    .of = "share",
    .label = "share of the cutoffs in %",
    .logarithmic = true,
    .by = "place",
    .by_label = "place of the move in its node's order (32: and beyond)"};

/// The tables with a row for each search of each start: its deepest completed iteration, the costs,
/// and with `detail` all counters, iterations and cutoffs. For a single start, all iterations are
/// always shown.
std::vector<reports::PlannedTable> position_tables(const Experiment& experiment,
                                                   const std::vector<Run>& runs,
                                                   const RunRecords& records, bool detail);

/// The raw data: a row for each iteration of each run, finished or not, with the run's factors and
/// every counter. It is large, so that reports have it only if --table names it.
reports::Schema raw_table();
reports::Table raw_table(const std::vector<Run>& runs, const RunRecords& records);

/// The settings of all searches in a line: evaluation, ordering, and effective switches. If these
/// differ because searches have presets, it lists each search.
std::string description_of_searches(const std::vector<Run>& runs);

/// The trace of searches: every search of the root with its window and the moves that became the
/// best there, the root's moves as generated and as searched, and, in games other than chess, every
/// visit in the order in which visits began.
/// The runs must outlive it.
class Trace {
 public:
  /// Adds the searches of the root.
  void add(const Run& run, const TextResult& result);

  /// Adds the visits of a search that recorded them.
  void add_visits(const Run& run, const TextResult& result);

  /// The tables, in their order.
  std::vector<reports::PlannedTable> plan() const;

  /// Those that have rows.
  std::vector<reports::Table> tables() const;

 private:
  struct Root {
    const Run* run;
    RootSearch<std::string> search;
    bool jump;  // half a pawn or more above the last iteration's value
  };
  struct RootMove {
    const Run* run;
    std::size_t place;
    ListedMove<std::string> listed;
  };
  struct VisitedNode {
    const Run* run;
    int depth;
    std::size_t number;
    Visit<std::string> visit;
  };
  std::vector<Root> roots_;
  std::vector<RootMove> moves_;
  std::vector<VisitedNode> visits_;
  std::vector<std::string> notes_;
};

}  // namespace plylab::search::lab
