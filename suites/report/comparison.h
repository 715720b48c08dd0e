// Matches two reports table by table, row by row, column by column, and compares them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/paired_statistics.h"

namespace plylab::suites::report {

/// Indices in the tables of A and of B.
using Places = std::pair<std::size_t, std::size_t>;

/// Two tables of one name. Rows match if they have the same keys. The keys are the fewest first
/// columns that distinguish all rows of A, and all rows of B.
struct MatchedTables {
  const reports::Table* a;
  const reports::Table* b;
  std::size_t keys;             ///< columns, at least one
  std::vector<Places> rows;     ///< in both tables
  std::vector<Places> columns;  ///< in both tables, without the keys
  std::size_t only_a = 0;       ///< rows
  std::size_t only_b = 0;

  const std::string& name() const { return a->name; }
  const reports::Column& column(const Places& places) const { return a->columns[places.first]; }
  const reports::Cell& cell_a(const Places& row, const Places& column) const {
    return a->rows[row.first][column.first];
  }
  const reports::Cell& cell_b(const Places& row, const Places& column) const {
    return b->rows[row.second][column.second];
  }

  /// The row's keys as displayed: "startpos, pvs-soft, bitboard".
  std::string key_text(const Places& row) const;

  /// Whether its rows are about positions, so that those of a group are a sample. Other rows, such
  /// as sums over positions, are compared one by one.
  bool has_positions() const;

  /// The group of a row, shared with the rows of other positions: "pvs-soft, bitboard". It consists
  /// of the keys that do not belong to the position (as its goal does); without any, of the only
  /// contestant. In tables without positions, of all keys.
  std::string group_text(const Places& row) const;

  /// Why the tables have no common row, as far as the keys show: "no ordering is in both: captures;
  /// see". Empty if they have one, or if one table has no rows.
  std::string why_apart() const;
};

/// Matches the n-th table of each name in A with the n-th of that name in B. Left out and named in
/// `alone` are tables that only one report has, those whose keys do not match, and, if the reports
/// are of different positions, those that sum over positions.
std::vector<MatchedTables> match(const reports::Report& a, const reports::Report& b,
                                 std::vector<std::string>& alone);

/// Why the reports cannot be compared: "no position is in both: mate 1, mate 2; pos 1, pos 2".
/// Empty if matched tables have a common row, or if one report has no rows.
std::string why_incomparable(const reports::Report& a, const reports::Report& b,
                             const std::vector<MatchedTables>& tables);

/// Compares the values that must be equal: whole numbers, texts, yes and no. Times and computed
/// figures may differ.
struct Equality {
  reports::Table summary;      ///< "equality": a row a table, with numbers of cells and differences
  reports::Table differences;  ///< a row for each cell that differs
  std::vector<reports::Check> checks = {};  ///< one a table, which fails if a cell differs or a
                                            ///< row is in one report only
  std::size_t cells = 0;                    ///< that were compared
  bool holds = true;                        ///< no cell differs, and no row is in one report only
};
Equality equality_of(const std::vector<MatchedTables>& tables);

/// A column's cost in B divided by that in A, over the rows of one group, which differ only in the
/// position.
struct CostRatio {
  std::string table, measure, group;
  search::lab::Comparison comparison;
  bool is_sample = true;                      ///< not a sum or a mean, which has only one row
  std::vector<search::lab::Pair> pairs = {};  ///< row by row, what was compared
};

/// Compares all columns with costs: nodes and similar counts, times, rates. A column that several
/// tables have is taken from the first whose rows are of positions, or else from the first. Counts
/// of one iteration of a search are compared only where its depth is known to be the same in both.
std::vector<CostRatio> cost_ratios(const std::vector<MatchedTables>& tables);
/// Notes on the tables with searches whose counts are not compared for that reason.
std::vector<std::string> notes_on_depths(const std::vector<MatchedTables>& tables);
reports::Table ratios_table(const std::vector<CostRatio>& ratios);

/// The number of rows of a table of positions in A, and how many of these B has.
struct Coverage {
  std::string table;
  std::size_t of_a = 0, both = 0;
};
std::vector<Coverage> coverage_of(const std::vector<MatchedTables>& tables);

/// Positions that B solved and A did not, and vice versa, in the rows of one group.
struct Solved {
  std::string group;
  std::size_t rows = 0, a = 0, b = 0;
  std::vector<std::string> gained = {}, lost = {};  ///< the first keys
};

/// The solved positions in the first table with a column of the role `solved` that has answers.
std::vector<Solved> solved_by_both(const std::vector<MatchedTables>& tables);
reports::Table solved_table(const std::vector<Solved>& groups);
reports::Table changes_table(const std::vector<Solved>& groups);

}  // namespace plylab::suites::report
