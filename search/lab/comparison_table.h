// What is known of contestants beside each other, as a table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/statistics.h"

namespace plylab::search::lab {

/// A row of a comparison: what cost how much by what other thing's cost.
struct ComparedRow {
  std::string group, ours, theirs;
  Comparison result;
};

/// What a comparison is called.
struct ComparedMeasure {
  std::string_view name;     ///< "nodes": the table is "nodes_compared"
  std::string_view heading;  ///< "Nodes of all iterations"
  std::string_view kind;     ///< of what is compared: "variant"
  std::string_view places;   ///< what the means are over: "starts"
};

/// The table, whose title names what all are compared with, or which has a column `against` if that
/// is not the same in all rows. Its rows are one family for Holm's correction.
reports::Table comparison_table(const ComparedMeasure& measure,
                                const std::vector<ComparedRow>& rows);

/// The columns from `ratio` to `holm_rank`, of costs in so many `places`: starts, rows.
std::vector<reports::Column> statistics_columns(std::string_view places);

/// Their cells for each comparison of one family.
std::vector<std::vector<reports::Cell>> statistics_cells(const std::vector<Comparison>& family);

}  // namespace plylab::search::lab
