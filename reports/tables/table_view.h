// A table as pictures are made of it: columns by name, and contestants told apart by what varies.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"

namespace plylab::reports {

class TableView {
 public:
  explicit TableView(const Table& table) : table_(table) {}

  const Table& table() const { return table_; }
  std::size_t rows() const { return table_.rows.size(); }
  bool has(std::initializer_list<std::string_view> columns) const;

  /// The number in a cell; none if there is none, or no such column. Yes is 1, no is 0.
  std::optional<double> number(std::size_t row, std::string_view column) const;

  /// The cell as people read it; empty if there is none, or no such column.
  std::string text(std::size_t row, std::string_view column) const;

  /// Of the columns named those that are there and not alike in all rows, or else the last that is
  /// there.
  std::vector<std::string_view> telling(std::initializer_list<std::string_view> columns) const;

  /// The texts of those columns: "pvs-soft, table=16".
  std::string label(std::size_t row, const std::vector<std::string_view>& columns) const;

 private:
  std::optional<std::size_t> place(std::string_view column) const;

  const Table& table_;
};

/// The report's tables of that name that have these columns.
std::vector<TableView> views_of(const Report& report, std::string_view name,
                                std::initializer_list<std::string_view> columns);

}  // namespace plylab::reports
