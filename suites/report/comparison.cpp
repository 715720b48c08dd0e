#include "suites/report/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "reports/tables/columns.h"
#include "reports/tables/display.h"
#include "search/lab/comparison.h"

namespace plylab::suites::report {
namespace {

using reports::Cell;
using reports::Column;
using reports::Role;
using reports::Table;
using search::lab::Comparison;
using search::lab::Cost;
using search::lab::Pair;
using Key = std::vector<std::string>;

constexpr reports::SharedColumn group_column{"group", "", "what all rows have in common", 0,
                                             Role::group};

/// Whether the column counts in one iteration of a search, not in all of them.
bool is_of_iteration(const Column& column) { return column.role == Role::iteration_cost; }

bool is_cost(const Column& column) {
  return reports::is_timed(column) || column.role == Role::cost || is_of_iteration(column);
}

// ---- matching ----

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
    const Column& last = a.columns[keys - 1];
    // What a row cost does not say which row it is.
    if (last.name != b.columns[keys - 1].name || is_cost(last)) return std::nullopt;
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

bool names_position(const Column& column) { return column.role == Role::position; }

/// Whether the column names the position or says more about it.
bool belongs_to_position(const Column& column) {
  return names_position(column) || column.role == Role::about_position;
}

/// The contestant of all rows; empty if they have several.
std::string only_contestant(const Table& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].role != Role::contestant) continue;
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
  constexpr std::size_t max = 4;
  if (texts.size() > max) {
    texts.resize(max);
    texts.emplace_back("…");
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The positions of a table that has a row for each.
std::set<std::string> positions_of(const Table& table) {
  std::set<std::string> positions;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (names_position(table.columns[i]))
      for (std::string& text : texts_of(table, i)) positions.insert(std::move(text));
  return positions;
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
  const bool same_positions = std::all_of(all.begin(), all.end(), [](const MatchedTables& both) {
    return !both.has_positions() || positions_of(*both.a) == positions_of(*both.b);
  });
  if (!same_positions)
    std::erase_if(all, [&](const MatchedTables& both) {
      if (!both.has_positions())
        alone.push_back(both.name() + ": left out, since A and B sum over different positions");
      return !both.has_positions();
    });
  return all;
}

std::string why_incomparable(const reports::Report& a, const reports::Report& b,
                             const std::vector<MatchedTables>& tables) {
  const auto names_of = [](const reports::Report& report) {
    std::vector<std::string> names;
    for (const Table& table : report.tables)
      if (!table.rows.empty()) names.push_back(table.name);
    return names;
  };
  if (std::any_of(tables.begin(), tables.end(),
                  [](const MatchedTables& both) { return !both.rows.empty(); }))
    return "";
  for (const MatchedTables& both : tables)
    if (std::string why = both.why_apart(); !why.empty()) return why;
  const auto of_a = names_of(a), of_b = names_of(b);
  if (!tables.empty() || of_a.empty() || of_b.empty()) return "";
  for (const std::string& name : of_a)
    if (std::ranges::find(of_b, name) != of_b.end())
      return fmt::format("the rows of {} cannot be identified by their columns", name);
  return fmt::format("no table is in both: {}; {}", shortened(of_a), shortened(of_b));
}

// ---- comparing ----

namespace {

/// Whether the table compares times: its counts depend on these.
bool is_of_times(const Table& table) {
  return std::ranges::find(table.columns, Role::by_time, &Column::role) != table.columns.end();
}

/// Signed and unsigned numbers of the same value are equal.
bool same(const Cell& a, const Cell& b) {
  const auto unsigned_of = [](const Cell& cell) -> std::optional<Uint128> {
    if (const auto* number = std::get_if<Uint128>(&cell.value())) return *number;
    const auto* number = std::get_if<std::int64_t>(&cell.value());
    if (number && *number >= 0) return static_cast<Uint128>(*number);
    return std::nullopt;
  };
  if (const auto left = unsigned_of(a), right = unsigned_of(b); left && right)
    return *left == *right;
  return a == b;
}

bool is_computed(const Cell& cell) { return std::holds_alternative<double>(cell.value()); }

/// A positive cost; none for an empty cell or one without a number.
std::optional<double> amount_of(const Cell& cell) {
  const auto amount = std::visit(
      [](const auto& value) -> double {
        if constexpr (requires { static_cast<double>(value); })
          return static_cast<double>(value);
        else
          return 0;
      },
      cell.value());
  return amount > 0 ? std::optional(amount) : std::nullopt;
}

/// The places of the first column of that role, if both tables have it.
const Places* find_column(const MatchedTables& tables, Role role) {
  for (const Places& column : tables.columns)
    if (tables.column(column).role == role) return &column;
  return nullptr;
}

bool is_true(const Cell& cell) {
  const bool* value = std::get_if<bool>(&cell.value());
  return value && *value;
}

/// Says whether the iteration whose counts a row has is of the same depth in A and in B.
class IterationDepths {
 public:
  explicit IterationDepths(const std::vector<MatchedTables>& tables) {
    for (const MatchedTables& both : tables)
      if (find_column(both, Role::reached))
        for (const Places& row : both.rows) by_key_.emplace(both.key_text(row), *in_row(both, row));
  }

  /// None if neither the row nor one with the same keys in another table says so. Of a sum or mean
  /// over positions it is so if it is so of all searches.
  std::optional<bool> are_same(const MatchedTables& both, const Places& row) const {
    if (const auto same = in_row(both, row)) return same;
    if (!both.has_positions() && !by_key_.empty())
      return std::ranges::all_of(by_key_, [](const auto& one) { return one.second; });
    const auto found = by_key_.find(both.key_text(row));
    return found == by_key_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  static std::optional<bool> in_row(const MatchedTables& both, const Places& row) {
    for (const Role role : {Role::reached, Role::depth})
      if (const Places* depth = find_column(both, role))
        return same(both.cell_a(row, *depth), both.cell_b(row, *depth));
    for (std::size_t i = 0; i < both.keys; ++i)  // these are the same
      if (both.a->columns[i].role == Role::depth) return true;
    return std::nullopt;
  }

  std::map<std::string, bool> by_key_;  // of the tables that say how deep searches were
};

/// The pairs of costs of each group, in the order of their first rows; only of the rows that count.
std::vector<std::pair<std::string, std::vector<Pair>>> pairs_of(const MatchedTables& tables,
                                                                const Places& column,
                                                                auto&& counts) {
  const Places* complete = find_column(tables, Role::finished);
  std::vector<std::pair<std::string, std::vector<Pair>>> groups;
  for (const Places& row : tables.rows) {
    const auto a = amount_of(tables.cell_a(row, column)), b = amount_of(tables.cell_b(row, column));
    if (!a || !b || !counts(row)) continue;
    const std::string group = tables.group_text(row);
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& other) { return other.first == group; });
    if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
    found->second.push_back({Cost{*b, complete && !is_true(tables.cell_b(row, *complete))},
                             Cost{*a, complete && !is_true(tables.cell_a(row, *complete))}});
  }
  return groups;
}

}  // namespace

Equality equality_of(const std::vector<MatchedTables>& tables) {
  Equality result{{"equality",
                   "Results that must be equal: whole numbers, texts, yes and no",
                   {{"table", "", "its name", 0},
                    {"rows", "", "that both have", 0},
                    {"only_a", "", "rows that only A has", 0},
                    {"only_b", "", "rows that only B has", 0},
                    {"cells", "", "that were compared", 0},
                    {"differ", "", "of these", 0}},
                   {},
                   {"times, rates and other computed numbers with fractions are not compared"}},
                  {"differences",
                   "What differs",
                   {{"table", "", "its name", 0},
                    {"row", "", "its first columns", 0},
                    {"column", "", "the cell's", 0},
                    {"a", "", "in A", 3},
                    {"b", "", "in B", 3}}}};
  for (const MatchedTables& both : tables) {
    if (const std::string why = both.why_apart(); !why.empty())
      result.summary.notes.push_back(fmt::format("{}: nothing in common: {}", both.name(), why));
    if (is_of_times(*both.a)) {
      result.summary.notes.push_back(
          fmt::format("{}: not compared: it depends on times", both.name()));
      continue;
    }
    std::size_t cells = 0, differ = 0;
    for (const Places& row : both.rows)
      for (const Places& column : both.columns) {
        const Cell &a = both.cell_a(row, column), &b = both.cell_b(row, column);
        if (reports::is_timed(both.column(column)) || is_computed(a) || is_computed(b)) continue;
        ++cells;
        if (same(a, b)) continue;
        ++differ;
        result.differences.add({both.name(), both.key_text(row), both.column(column).name, a, b});
      }
    result.cells += cells;
    reports::Check& check =
        result.checks.emplace_back(reports::Check{.name = "equal in the table " + both.name()});
    if (differ > 0 || both.only_a > 0 || both.only_b > 0) {
      result.holds = false;
      check.result = reports::CheckResult::failed;
      check.message = fmt::format("{} of {} cells differ; {} rows only in A, {} only in B", differ,
                                  cells, both.only_a, both.only_b);
      constexpr std::size_t max = 5;
      const auto& differences = result.differences;
      for (std::size_t i = differences.rows.size() - differ;
           i < differences.rows.size() && i < differences.rows.size() - differ + max; ++i) {
        check.message += "\n ";
        for (std::size_t column = 1; column < differences.columns.size(); ++column)
          check.message +=
              ' ' + reports::display(differences.rows[i][column], differences.columns[column]);
      }
    }
    result.summary.add({both.name(), both.rows.size(), both.only_a, both.only_b, cells, differ});
  }
  return result;
}

std::vector<std::string> notes_on_depths(const std::vector<MatchedTables>& tables) {
  std::vector<std::string> notes;
  const IterationDepths depths(tables);
  for (const MatchedTables& both : tables) {
    std::size_t unlike = 0, unknown = 0;
    for (const Places& row : both.rows) {
      const auto same = depths.are_same(both, row);
      unlike += same == false;
      unknown += !same;
    }
    if (find_column(both, Role::reached) && unlike > 0)
      notes.push_back(fmt::format(
          "{}: {} whose deepest iterations have different depths in A and in B: the counts of "
          "these iterations have no ratios",
          both.name(), unlike == 1 ? "1 row" : fmt::format("{} rows", unlike)));
    if (find_column(both, Role::iteration_cost) && unknown > 0)
      notes.push_back(fmt::format(
          "{}: no table says how deep its iterations were in A and in B (the table search of a "
          "search does): their counts have no ratios",
          both.name()));
  }
  return notes;
}

std::vector<CostRatio> cost_ratios(const std::vector<MatchedTables>& tables) {
  std::vector<CostRatio> ratios;
  std::set<std::string> seen;
  const IterationDepths depths(tables);
  for (const bool of_positions : {true, false})
    for (const MatchedTables& both : tables)
      for (const Places& column : both.columns) {
        const std::string& measure = both.column(column).name;
        if (both.has_positions() != of_positions || !is_cost(both.column(column)) ||
            is_of_times(*both.a) || !seen.insert(measure).second)
          continue;
        const auto counts = [&](const Places& row) {
          return !is_of_iteration(both.column(column)) || depths.are_same(both, row) == true;
        };
        for (const auto& [group, pairs] : pairs_of(both, column, counts))
          ratios.push_back(
              {both.name(), measure, group, search::lab::compare(pairs), of_positions, pairs});
      }
  return ratios;
}

Table ratios_table(const std::vector<CostRatio>& ratios) {
  using search::lab::Tested;
  struct Row {
    const CostRatio* ratio;
    Tested tested;
  };
  std::map<std::string, std::vector<Comparison>> families;  // by measure
  for (const CostRatio& one : ratios)
    if (one.is_sample) families[one.measure].push_back(one.comparison);
  std::map<std::string, std::vector<Tested>> tested;
  for (const auto& [measure, family] : families) tested[measure] = search::lab::tested(family);
  std::map<std::string, std::size_t> next;
  std::vector<Row> rows;
  for (const CostRatio& one : ratios)
    rows.push_back({&one, one.is_sample ? tested[one.measure][next[one.measure]++] : Tested{}});
  reports::ColumnsOf<Row> columns{
      {{"table", "", "its name", 0}, [](const Row& row) { return row.ratio->table; }},
      {{"measure", "", "the column", 0, Role::measure},
       [](const Row& row) { return row.ratio->measure; }},
      {group_column, [](const Row& row) { return row.ratio->group; }}};
  search::lab::add_statistics(
      "rows", [](const Row& row) { return row.ratio->is_sample ? &row.tested : nullptr; }, columns);
  columns[3].cell = [](const Row& row) { return Cell(row.ratio->comparison.ratio); };
  return reports::TableOf<Row>{"ratios",
                               "Ratios of B to A, geometric means over the rows of a group",
                               std::move(columns),
                               {search::lab::ratio_picture}}
      .with(rows);
}

std::vector<Coverage> coverage_of(const std::vector<MatchedTables>& tables) {
  std::vector<Coverage> all;
  for (const MatchedTables& both : tables)
    if (both.has_positions()) all.push_back({both.name(), both.a->rows.size(), both.rows.size()});
  return all;
}

std::vector<Solved> solved_by_both(const std::vector<MatchedTables>& tables) {
  std::vector<Solved> groups;
  for (const MatchedTables& both : tables) {
    const Places* column = find_column(both, Role::solved);
    const auto is_truth = [&](const Places& row) {
      return std::holds_alternative<bool>(both.cell_a(row, *column).value());
    };
    if (!column || !std::any_of(both.rows.begin(), both.rows.end(), is_truth)) continue;
    for (const Places& row : both.rows) {
      const std::string group = both.group_text(row);
      auto found = std::find_if(groups.begin(), groups.end(),
                                [&](const Solved& other) { return other.group == group; });
      if (found == groups.end()) found = groups.insert(groups.end(), Solved{group});
      const bool a = is_true(both.cell_a(row, *column)), b = is_true(both.cell_b(row, *column));
      ++found->rows;
      found->a += a;
      found->b += b;
      const reports::Cell& first = both.a->rows[row.first][0];
      const std::string* name = std::get_if<std::string>(&first.value());
      if (a != b) (b ? found->gained : found->lost).push_back(name ? *name : both.key_text(row));
    }
    break;
  }
  return groups;
}

Table solved_table(const std::vector<Solved>& groups) {
  Table table{"solved",
              "What was solved",
              {group_column,
               {"positions", "", "positions that both had", 0},
               {"a", "", "solved in A", 0},
               {"b", "", "solved in B", 0},
               {"gained", "", "in B, and not in A", 0},
               {"lost", "", "in A, and not in B", 0},
               {"p", "p", "two-sided p-value of McNemar's exact test", 4},
               {"holm", "p", "the same with Holm's correction over all rows", 4}}};
  std::vector<double> p;
  for (const Solved& one : groups)
    p.push_back(search::lab::mcnemar_test(one.gained.size(), one.lost.size()));
  const auto holm = search::lab::holm_correction(p);
  for (std::size_t i = 0; i < groups.size(); ++i)
    table.add({groups[i].group, groups[i].rows, groups[i].a, groups[i].b, groups[i].gained.size(),
               groups[i].lost.size(), p[i], holm[i]});
  return table;
}

Table changes_table(const std::vector<Solved>& groups) {
  Table table{"changes",
              "Gained and lost",
              {group_column,
               reports::columns::record,
               {"change", "", "gained: solved in B alone; lost: in A alone", 0}}};
  for (const Solved& one : groups) {
    for (const std::string& name : one.gained) table.add({one.group, name, "gained"});
    for (const std::string& name : one.lost) table.add({one.group, name, "lost"});
  }
  return table;
}

}  // namespace plylab::suites::report
