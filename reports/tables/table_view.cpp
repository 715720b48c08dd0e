#include "reports/tables/table_view.h"

#include <algorithm>
#include <cmath>

#include "reports/tables/display.h"

namespace plylab::reports {
namespace {

struct AsNumber {
  std::optional<double> operator()(std::monostate) const { return std::nullopt; }
  std::optional<double> operator()(bool value) const { return value ? 1 : 0; }
  std::optional<double> operator()(Uint128 value) const { return static_cast<double>(value); }
  std::optional<double> operator()(std::int64_t value) const { return static_cast<double>(value); }
  std::optional<double> operator()(double value) const {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  }
  std::optional<double> operator()(const std::string&) const { return std::nullopt; }
};

}  // namespace

std::optional<std::size_t> TableView::place(std::string_view column) const {
  const auto found = std::find_if(table_.columns.begin(), table_.columns.end(),
                                  [&](const Column& other) { return other.name == column; });
  if (found == table_.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table_.columns.begin());
}

bool TableView::has(std::initializer_list<std::string_view> columns) const {
  return std::all_of(columns.begin(), columns.end(),
                     [&](std::string_view column) { return place(column).has_value(); });
}

std::optional<double> TableView::number(std::size_t row, std::string_view column) const {
  const auto at = place(column);
  return at ? std::visit(AsNumber{}, table_.rows[row][*at].value()) : std::nullopt;
}

std::string TableView::text(std::size_t row, std::string_view column) const {
  const auto at = place(column);
  if (!at || table_.rows[row][*at] == Cell()) return {};
  return display(table_.rows[row][*at], table_.columns[*at]);
}

std::vector<std::string_view> TableView::telling(
    std::initializer_list<std::string_view> columns) const {
  std::vector<std::string_view> all, varying;
  for (const std::string_view column : columns) {
    const auto at = place(column);
    if (!at) continue;
    all.push_back(column);
    if (std::any_of(table_.rows.begin(), table_.rows.end(),
                    [&](const auto& row) { return row[*at] != table_.rows.front()[*at]; }))
      varying.push_back(column);
  }
  if (varying.empty() && !all.empty()) varying.push_back(all.back());
  return varying;
}

std::string TableView::label(std::size_t row, const std::vector<std::string_view>& columns) const {
  std::string out;
  for (const std::string_view column : columns)
    if (const std::string part = text(row, column); !part.empty())
      out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::vector<TableView> views_of(const Report& report, std::string_view name,
                                std::initializer_list<std::string_view> columns) {
  std::vector<TableView> views;
  for (const Table& table : report.tables)
    if (table.name == name && TableView(table).has(columns)) views.emplace_back(table);
  return views;
}

}  // namespace plylab::reports
