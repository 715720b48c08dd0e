// The result of comparing two reports.
#pragma once

#include <string>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/statistics.h"
#include "suites/report/matched_tables.h"

namespace plylab::suites::report {

/// Compares the values that must be equal: whole numbers, texts, yes and no. Times and computed
/// figures may differ.
struct Equality {
  reports::Table summary;      ///< "equality": a row a table, with numbers of cells and differences
  reports::Table differences;  ///< a row for each cell that differs
  std::vector<reports::Check> checks = {};  ///< one a table, which fails if a cell differs or a
                                            ///< row is in one report only
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
/// tables have is taken from the first whose rows are of positions, or else from the first.
std::vector<CostRatio> cost_ratios(const std::vector<MatchedTables>& tables);
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

/// The solved positions in the first table with a column `solved`.
std::vector<Solved> solved_by_both(const std::vector<MatchedTables>& tables);
reports::Table solved_table(const std::vector<Solved>& groups);
reports::Table changes_table(const std::vector<Solved>& groups);

}  // namespace plylab::suites::report
