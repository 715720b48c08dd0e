#include "suites/report/matched_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "reports/tables/display.h"

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

/// The rows by their keys; none if two have the same.
std::optional<std::map<Key, std::size_t>> rows_by_key(const Table& table, std::size_t keys) {
  std::map<Key, std::size_t> rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!rows.emplace(key_of(table, row, keys), row).second) return std::nullopt;
  return rows;
}

/// None if the columns with which both tables begin cannot distinguish the rows.
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

bool names_position(const reports::Column& column) {
  return column.name == "position" || column.name == "start";
}

/// Whether the column names the position or says more about it.
bool belongs_to_position(const reports::Column& column) {
  return names_position(column) || column.name == "goal" || column.name == "fen";
}

/// The contestant of all rows; empty if they have several.
std::string only_contestant(const Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& name = table.columns[i].name;
    if (name != "search" && name != "variant" && name != "contestant") continue;
    const bool one = std::all_of(table.rows.begin(), table.rows.end(),
                                 [&](const auto& row) { return row[i] == table.rows.front()[i]; });
    if (one && !table.rows.empty())
      return reports::display(table.rows.front()[i], table.columns[i]);
  }
  return "";
}

/// The different texts of a column, in their order.
std::vector<std::string> texts_of(const Table& table, std::size_t column) {
  std::vector<std::string> texts;
  for (const auto& row : table.rows)
    if (std::string text = reports::display(row[column], table.columns[column]);
        std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  return texts;
}

/// The first of them, with commas.
std::string shortened(std::vector<std::string> texts) {
  constexpr std::size_t most = 4;
  if (texts.size() > most) {
    texts.resize(most);
    texts.emplace_back("…");
  }
  return fmt::format("{}", fmt::join(texts, ", "));
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

bool MatchedTables::has_positions() const {
  return std::any_of(a->columns.begin(), a->columns.begin() + static_cast<std::ptrdiff_t>(keys),
                     names_position);
}

std::string MatchedTables::group_text(const Places& row) const {
  if (!has_positions()) return key_text(row);
  const Key key = key_of(*a, row.first, keys);
  std::vector<std::string> common;
  for (std::size_t i = 0; i < keys; ++i)
    if (!belongs_to_position(a->columns[i])) common.push_back(key[i]);
  if (!common.empty()) return fmt::format("{}", fmt::join(common, ", "));
  const std::string ours = only_contestant(*a), theirs = only_contestant(*b);
  return ours == theirs ? ours : fmt::format("{}; {}", ours, theirs);
}

std::string MatchedTables::why_apart() const {
  if (!rows.empty() || a->rows.empty() || b->rows.empty()) return "";
  for (std::size_t i = 0; i < keys; ++i) {
    const auto of_a = texts_of(*a, i), of_b = texts_of(*b, i);
    if (std::none_of(of_a.begin(), of_a.end(), [&](const std::string& text) {
          return std::find(of_b.begin(), of_b.end(), text) != of_b.end();
        }))
      return fmt::format("no {} is in both: {}; {}", a->columns[i].name, shortened(of_a),
                         shortened(of_b));
  }
  return "no row's first columns are the same in both";
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
      alone.push_back(
          fmt::format("{}: {}", table.name,
                      other ? "its rows cannot be identified by their columns" : "only in A"));
  }
  for (const Table& table : b.tables)
    if (!find_table(a, table.name, 0)) alone.push_back(table.name + ": only in B");
  return all;
}

}  // namespace plylab::suites::report
