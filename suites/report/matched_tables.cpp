#include "suites/report/matched_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "reports/display.h"

namespace plylab::suites::report {
namespace {

using reports::Table;
using Key = std::vector<std::string>;

Key key_of(const Table& table, std::size_t row, std::size_t keys) {
  Key key;
  for (std::size_t i = 0; i < keys; ++i)
    key.push_back(reports::display(table.rows[row][i], table.columns[i]));
  return key;
}

/// The rows by their keys; nothing if two have the same.
std::optional<std::map<Key, std::size_t>> rows_by_key(const Table& table, std::size_t keys) {
  std::map<Key, std::size_t> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!rows.emplace(key_of(table, row, keys), row).second) return std::nullopt;
  return rows;
}

/// Nothing if the rows cannot be told apart by columns that both tables begin with.
std::optional<MatchedTables> match_rows(const Table& a, const Table& b) {
  for (std::size_t keys = 1; keys <= std::min(a.columns.size(), b.columns.size()); ++keys) {
    if (a.columns[keys - 1].name != b.columns[keys - 1].name) return std::nullopt;
    const auto rows_a = rows_by_key(a, keys), rows_b = rows_by_key(b, keys);
    if (!rows_a || !rows_b) continue;
    MatchedTables matched{&a, &b, keys, {}, {}};
    for (std::size_t row = 0; row < a.rows.size(); ++row)
      if (const auto other = rows_b->find(key_of(a, row, keys)); other != rows_b->end())
        matched.rows.emplace_back(row, other->second);
    matched.only_a = a.rows.size() - matched.rows.size();
    matched.only_b = b.rows.size() - matched.rows.size();
    for (std::size_t i = keys; i < a.columns.size(); ++i)
      for (std::size_t j = keys; j < b.columns.size(); ++j)
        if (a.columns[i].name == b.columns[j].name) matched.columns.emplace_back(i, j);
    return matched;
  }
  return std::nullopt;
}

/// Whether the column says more about the position that the first column names.
bool belongs_to_position(const reports::Column& column) {
  return column.name == "goal" || column.name == "fen";
}

/// The n-th table of the name, or null.
const Table* find_table(const reports::Report& report, const std::string& name, std::size_t n) {
  for (const Table& table : report.tables)
    if (table.name == name && n-- == 0) return &table;
  return nullptr;
}

}  // namespace

std::string MatchedTables::key_text(const Places& row) const {
  return fmt::format("{}", fmt::join(key_of(*a, row.first, keys), ", "));
}

std::string MatchedTables::group_text(const Places& row) const {
  const Key key = key_of(*a, row.first, keys);
  std::vector<std::string> common;
  for (std::size_t i = 1; i < keys; ++i)
    if (!belongs_to_position(a->columns[i])) common.push_back(key[i]);
  return fmt::format("{}", fmt::join(common, ", "));
}

std::vector<MatchedTables> match(const reports::Report& a, const reports::Report& b,
                                 std::vector<std::string>& alone) {
  std::vector<MatchedTables> all;
  std::map<std::string, std::size_t> seen;
  for (const Table& table : a.tables) {
    const Table* other = find_table(b, table.name, seen[table.name]++);
    if (auto matched = other ? match_rows(table, *other) : std::nullopt)
      all.push_back(std::move(*matched));
    else
      alone.push_back(fmt::format("{}: {}", table.name,
                                  other ? "the columns do not tell its rows apart" : "only in A"));
  }
  for (const Table& table : b.tables)
    if (!find_table(a, table.name, 0)) alone.push_back(table.name + ": only in B");
  return all;
}

bool is_timed(const reports::Column& column) {
  return column.unit == "s" || column.unit == "ms" || column.unit.ends_with("/s");
}

}  // namespace plylab::suites::report
