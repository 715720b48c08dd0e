// Matches two reports: table by table, row by row, column by column.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reports/tables/table.h"

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

/// Matches the n-th table of each name in A with the n-th of that name in B. Tables that only one
/// report has, and those whose keys do not match, are left out and named in `alone`.
std::vector<MatchedTables> match(const reports::Report& a, const reports::Report& b,
                                 std::vector<std::string>& alone);

}  // namespace plylab::suites::report
