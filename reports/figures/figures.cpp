#include "reports/figures/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "reports/tables/display.h"

namespace plylab::reports {
namespace {

// ---- views of tables ----

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

/// A view of a table: finds values by the columns' names, and their subject by roles.
class TableView {
 public:
  using Columns = std::vector<std::size_t>;

  explicit TableView(const Table& table) : table_(table) {}

  const Table& table() const { return table_; }
  std::size_t rows() const { return table_.rows.size(); }

  bool has(std::initializer_list<std::string_view> columns) const {
    return std::all_of(columns.begin(), columns.end(),
                       [&](std::string_view column) { return place(column).has_value(); });
  }

  /// The number in a cell, if there is such a column and a number in it. Yes is 1, no is 0.
  std::optional<double> number(std::size_t row, std::string_view column) const {
    const auto at = place(column);
    return at ? std::visit(AsNumber{}, table_.rows[row][*at].value()) : std::nullopt;
  }

  /// The cell as displayed; empty for an empty cell or without such a column.
  std::string text(std::size_t row, std::string_view column) const {
    const auto at = place(column);
    return at ? text(row, *at) : std::string();
  }

  /// The columns of these roles, role by role.
  Columns of(std::initializer_list<Role> roles) const {
    Columns columns;
    for (const Role role : roles)
      for (std::size_t i = 0; i < table_.columns.size(); ++i)
        if (table_.columns[i].role == role) columns.push_back(i);
    return columns;
  }

  /// The columns whose values differ between the rows.
  Columns varying(const Columns& columns, const std::vector<std::size_t>& rows) const {
    Columns varying;
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(varying), [&](std::size_t i) {
      return std::any_of(rows.begin(), rows.end(), [&](std::size_t row) {
        return table_.rows[row][i] != table_.rows[rows.front()][i];
      });
    });
    return varying;
  }

  /// The columns that distinguish the contestants of the rows; if none does, the last contestant
  /// column.
  Columns distinguishing(const Columns& columns, const std::vector<std::size_t>& rows) const {
    Columns found = varying(columns, rows);
    if (found.empty() && !columns.empty()) found.push_back(columns.back());
    return found;
  }
  Columns contestants() const { return distinguishing(of({Role::contestant}), all_rows()); }

  std::vector<std::size_t> all_rows() const {
    std::vector<std::size_t> rows(table_.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    return rows;
  }

  /// The texts of those columns: "pvs-soft, table=16".
  std::string label(std::size_t row, const Columns& columns) const {
    std::string out;
    for (const std::size_t column : columns)
      if (const std::string part = text(row, column); !part.empty())
        out += (out.empty() ? "" : ", ") + part;
    return out;
  }
  std::string label(std::size_t row, Role role) const { return label(row, of({role})); }

 private:
  std::optional<std::size_t> place(std::string_view column) const {
    for (std::size_t i = 0; i < table_.columns.size(); ++i)
      if (table_.columns[i].name == column) return i;
    return std::nullopt;
  }
  std::string text(std::size_t row, std::size_t column) const {
    const Cell& cell = table_.rows[row][column];
    return cell == Cell() ? std::string() : display(cell, table_.columns[column]);
  }

  const Table& table_;
};

/// The report's tables of that name that have these columns.
std::vector<TableView> views_of(const Report& report, std::string_view name,
                                std::initializer_list<std::string_view> columns) {
  std::vector<TableView> views;
  for (const Table& table : report.tables)
    if (table.name == name && TableView(table).has(columns)) views.emplace_back(table);
  return views;
}

/// Whether the row is about the minimal tree, and not about a search.
bool is_bound(const TableView& view, std::size_t row) {
  return view.text(row, "variant") == "minimal";
}

// ---- what a search costs, by depth ----

/// The series of that name, made if it is not there yet.
FigureSeries& series_named(const std::string& name, Drawing drawing, Figure& figure) {
  for (FigureSeries& series : figure.series)
    if (series.name == name) return series;
  return figure.series.emplace_back(FigureSeries{name, drawing});
}

/// A figure for each group: the values of a column by depth. Means over different starts are not
/// joined: limits remove the hard starts first.
std::vector<Figure> by_depth(const Report& report, std::string_view column,
                             const std::string& title, const char* label, bool logarithmic) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "by_depth", {"depth", column})) {
    const auto who = view.contestants();
    std::vector<std::size_t> bounds;
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (is_bound(view, row)) bounds.push_back(row);
    const auto of_bound = view.varying(view.of({Role::contestant}), bounds);
    std::vector<std::string> groups;
    const std::size_t first = figures.size();
    for (std::size_t row = 0; row < view.rows(); ++row) {
      const auto depth = view.number(row, "depth"), y = view.number(row, column);
      if (!depth || !y || (logarithmic && *y <= 0)) continue;
      const std::string group = view.label(row, Role::group);
      auto place =
          static_cast<std::size_t>(std::find(groups.begin(), groups.end(), group) - groups.begin());
      if (place == groups.size()) {
        groups.push_back(group);
        figures.push_back({{},
                           group.empty() ? title : fmt::format("{}: {}", title, group),
                           {.label = "depth in plies", .whole = true},
                           {label, logarithmic}});
      }
      const bool is_minimal = is_bound(view, row);
      std::string name = view.label(row, is_minimal ? of_bound : who);
      if (is_minimal) name = name.empty() ? "minimal tree" : "minimal tree, " + name;
      auto& points = series_named(name, is_minimal ? Drawing::reference : Drawing::line,
                                  figures[first + place])
                         .points;
      FigurePoint point{.x = *depth, .y = *y};
      if (const std::string starts = view.text(row, "starts"); !starts.empty()) {
        point.name = starts + (starts == "1" ? " start" : " starts");
        point.is_joined = points.empty() || points.back().name == point.name;
      }
      points.push_back(std::move(point));
    }
  }
  // A line of one point would be invisible.
  for (Figure& figure : figures)
    for (FigureSeries& series : figure.series)
      if (series.drawing == Drawing::reference && series.points.size() == 1)
        series.drawing = Drawing::dots;
  // A single depth makes no curve.
  std::erase_if(figures, [](const Figure& figure) {
    return std::all_of(figure.series.begin(), figure.series.end(),
                       [](const FigureSeries& series) { return series.points.size() < 2; });
  });
  return figures;
}

/// A picture with a name on each line of its y axis.
class NamedLines {
 public:
  NamedLines(std::string title, FigureAxis x) : figure_{{}, std::move(title), std::move(x)} {}

  /// Adds a point on the line of that name.
  void add(const std::string& series, const std::string& line, FigurePoint point) {
    auto& names = figure_.y.categories;
    auto found = std::find(names.begin(), names.end(), line);
    if (found == names.end()) found = names.insert(found, line);
    point.y = static_cast<double>(found - names.begin() + 1);
    if (!point.low || !point.high) point.low = point.high = {};  // an interval has both ends
    series_named(series, Drawing::dots, figure_).points.push_back(std::move(point));
  }

  /// The picture, with its series moved apart so that points on one line do not overlap, and with a
  /// vertical reference line.
  Figure figure(std::optional<double> reference = {}) && {
    const auto count = static_cast<double>(figure_.series.size());
    for (std::size_t i = 0; i < figure_.series.size(); ++i)
      for (FigurePoint& point : figure_.series[i].points)
        point.y += 0.6 * ((static_cast<double>(i) + 0.5) / count - 0.5);
    const double end = static_cast<double>(figure_.y.categories.size()) + 0.6;
    if (reference && count > 0)
      figure_.series.push_back({{}, Drawing::reference, {{*reference, 0.4}, {*reference, end}}});
    return std::move(figure_);
  }

 private:
  Figure figure_;
};

std::vector<Figure> cut_index_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "cut_totals", {"place", "share"})) {
    Figure figure{
        {},
        view.table().title,
        {.label = "place of the move in its node's order (32: and beyond)", .whole = true},
        {"share of the cutoffs in %", true}};
    const auto who = view.contestants();
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto place = view.number(row, "place"), share = view.number(row, "share");
          place && share && *share > 0)
        series_named(view.label(row, who), Drawing::line, figure)
            .points.push_back({*place, *share});
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> ratio_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const Table& table : report.tables) {
    const TableView view(table);
    if (!view.has({"ratio", "low", "high", "less", "more"})) continue;
    NamedLines lines(heading(table), {"ratio", true});
    const auto how = view.varying(view.of({Role::against, Role::measure}), view.all_rows());
    auto who = view.of({Role::contestant, Role::depth});  // named even if all are equal
    who.insert(who.end(), how.begin(), how.end());
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto ratio = view.number(row, "ratio"); ratio && *ratio > 0)
        lines.add(view.label(row, Role::group), view.label(row, who),
                  {*ratio, 0, view.number(row, "low"), view.number(row, "high")});
    figures.push_back(std::move(lines).figure(1));
  }
  return figures;
}

std::vector<Figure> rate_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "positions", {"rate"})) {
    NamedLines lines(view.table().title, {"million leaves a second", true});
    const auto who = view.contestants();
    for (std::size_t row = 0; row < view.rows(); ++row)
      if (const auto rate = view.number(row, "rate"); rate && *rate > 0)
        lines.add(view.label(row, who), view.label(row, Role::position), {*rate});
    figures.push_back(std::move(lines).figure());
  }
  return figures;
}

std::vector<Figure> score_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "players", {"elo", "low", "high", "score"})) {
    NamedLines lines("Elo ratings and their 95 % intervals", {"Elo"});
    bool above = false, below = false;  // 0, which --anchor may move far away
    for (std::size_t row = 0; row < view.rows(); ++row) {
      const auto elo = view.number(row, "elo");
      const std::string name = view.label(row, view.contestants());
      if (!elo) continue;
      (*elo < 0 ? below : above) = true;
      lines.add("", fmt::format("{} ({} %)", name, view.text(row, "score")),
                {*elo, 0, view.number(row, "low"), view.number(row, "high"), name});
    }
    figures.push_back(std::move(lines).figure(above && below ? std::optional(0.0) : std::nullopt));
  }
  return figures;
}

/// The log-likelihood ratio of a sequential test and its bounds.
std::vector<Figure> llr_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : views_of(report, "course", {"llr", "lower", "upper"})) {
    const std::string& unit = view.table().columns.front().name;
    Figure figure{{}, "Course of the sequential test", {unit}, {"log-likelihood ratio"}};
    FigureSeries course{"LLR"}, lower{"H0 accepted", Drawing::reference},
        upper{"H1 accepted", Drawing::reference};
    for (std::size_t row = 0; row < view.rows(); ++row) {
      const double x = view.number(row, unit).value_or(0);
      course.points.push_back({x, view.number(row, "llr").value_or(0)});
      if (row != 0 && row + 1 != view.rows()) continue;
      lower.points.push_back({x, view.number(row, "lower").value_or(0)});
      upper.points.push_back({x, view.number(row, "upper").value_or(0)});
    }
    figure.series = {std::move(course), std::move(lower), std::move(upper)};
    figures.push_back(std::move(figure));
  }
  return figures;
}

// ---- contestants by position ----

/// A row: a contestant's cost on a problem. Only finished work has a cost.
struct CostOfProblem {
  std::string contestant, problem;
  std::optional<double> cost;
};

/// The costs of contestants on problems.
struct CostsByProblem {
  std::vector<std::string> contestants, problems;                ///< in order of appearance
  std::map<std::pair<std::string, std::string>, double> amount;  ///< by contestant and problem

  explicit CostsByProblem(const std::vector<CostOfProblem>& rows) {
    std::set<std::string> known;
    std::map<std::pair<std::string, std::string>, int> times;
    for (const auto& [contestant, what, cost] : rows) {
      // Different positions can have the same name; all contestants have them in the same order.
      const int number = ++times[{contestant, what}];
      const std::string problem = number == 1 ? what : fmt::format("{} ({})", what, number);
      if (std::find(contestants.begin(), contestants.end(), contestant) == contestants.end())
        contestants.push_back(contestant);
      if (known.insert(problem).second) problems.push_back(problem);
      if (cost && *cost > 0) amount.emplace(std::pair(contestant, problem), *cost);
    }
  }

  std::optional<double> find(const std::string& contestant, const std::string& problem) const {
    const auto found = amount.find({contestant, problem});
    return found == amount.end() ? std::nullopt : std::optional(found->second);
  }
};

/// The nodes of an experiment's runs, by group, in order. A problem is a start at a depth; a
/// contestant is what else varies within the group.
std::vector<std::pair<std::string, CostsByProblem>> runs_by_group(const TableView& view) {
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::size_t>> rows_of;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    const std::string group = view.label(row, Role::group);
    auto& rows = rows_of[group];
    if (rows.empty()) groups.push_back(group);
    rows.push_back(row);
  }
  std::vector<std::pair<std::string, CostsByProblem>> costs;
  for (const std::string& group : groups) {
    const auto& rows = rows_of[group];
    const auto who = view.distinguishing(view.of({Role::contestant}), rows);
    std::vector<CostOfProblem> problems;
    for (const std::size_t row : rows) {
      if (is_bound(view, row)) continue;
      const bool complete = view.number(row, "complete") == 1;
      problems.push_back({view.label(row, who),
                          view.label(row, view.of({Role::position, Role::depth})),
                          complete ? view.number(row, "last_nodes") : std::nullopt});
    }
    costs.emplace_back(group, CostsByProblem(problems));
  }
  return costs;
}

std::vector<TableView> tables_of_runs(const Report& report) {
  return views_of(report, "runs", {"last_nodes"});
}

/// A point that only marks where a curve begins or ends.
FigurePoint corner(double x, double y) { return {.x = x, .y = y, .measured = false}; }

/// The share of problems on which the cost was at most x times the least one of any contestant
/// (Dolan and Moré, "Benchmarking optimization software with performance profiles", Mathematical
/// Programming 91, 2002).
FigureSeries profile_of(const std::string& contestant, const CostsByProblem& costs) {
  std::vector<double> ratios;
  for (const std::string& problem : costs.problems) {
    const auto ours = costs.find(contestant, problem);
    if (!ours) continue;
    double least = *ours;
    for (const std::string& other : costs.contestants)
      least = std::min(least, costs.find(other, problem).value_or(least));
    ratios.push_back(*ours / least);
  }
  std::sort(ratios.begin(), ratios.end());
  FigureSeries series{contestant, Drawing::steps};
  if (ratios.empty() || ratios.front() > 1) series.points.push_back(corner(1, 0));
  for (std::size_t i = 0; i < ratios.size(); ++i)
    if (i + 1 == ratios.size() || ratios[i + 1] > ratios[i])
      series.points.push_back({ratios[i], 100 * static_cast<double>(i + 1) /
                                              static_cast<double>(costs.problems.size())});
  return series;
}

/// Extends all curves to the same end.
void extend_steps(Figure& figure) {
  double end = 0;
  for (const FigureSeries& series : figure.series)
    for (const FigurePoint& point : series.points) end = std::max(end, point.x);
  for (FigureSeries& series : figure.series)
    if (!series.points.empty() && series.points.back().x < end)
      series.points.push_back(corner(end, series.points.back().y));
}

/// `problem_kind` is what a point stands for.
Figure scatter_of(const std::string& data, const std::string& unit, const std::string& problem_kind,
                  const CostsByProblem& costs) {
  const std::string& first = costs.contestants.front();
  Figure figure{{},
                fmt::format("{}: {} by {}", data, unit, problem_kind),
                {fmt::format("{}: {}", first, unit), true},
                {fmt::format("the others: {}", unit), true}};
  if (costs.contestants.size() == 2) figure.y.label = costs.contestants.back() + ": " + unit;
  double low = INFINITY, high = 0;
  for (std::size_t i = 1; i < costs.contestants.size(); ++i) {
    FigureSeries series{costs.contestants[i], Drawing::dots};
    for (const std::string& problem : costs.problems)
      if (const auto x = costs.find(first, problem), y = costs.find(series.name, problem); x && y) {
        series.points.push_back({*x, *y, {}, {}, problem});
        low = std::min({low, *x, *y});
        high = std::max({high, *x, *y});
      }
    if (!series.points.empty()) figure.series.push_back(std::move(series));
  }
  if (!figure.series.empty())
    figure.series.push_back({"equal", Drawing::reference, {{low, low}, {high, high}}});
  return figure;
}

/// A logarithmic axis has no 0: engines' clocks resolve a millisecond, and some engines tell no
/// nodes.
constexpr double least_time = 0.001, least_nodes = 1;

/// The costs of a suite's positions until they were solved by the criterion, and all positions to
/// be solved.
std::optional<CostsByProblem> solved_costs(const Report& report, bool of_time) {
  const Table* costs = nullptr;
  const Table* solutions = nullptr;
  for (const Table& table : report.tables) {
    if (table.name == "costs" && !costs) costs = &table;
    if (table.name == "solutions" && !solutions) solutions = &table;
  }
  if (!costs || !solutions || costs->rows.size() != solutions->rows.size()) return std::nullopt;
  const TableView solved(*solutions), cost(*costs);
  if (!solved.has({"solved", "solved_in"}) || !cost.has({"solved_visited"})) return std::nullopt;
  const auto who = solved.distinguishing(solved.of({Role::contestant}), solved.all_rows());
  std::vector<CostOfProblem> rows;
  for (std::size_t row = 0; row < solved.rows(); ++row) {
    if (solved.text(row, "solved").empty()) continue;  // the criterion does not ask about it
    auto amount = of_time ? solved.number(row, "solved_in") : cost.number(row, "solved_visited");
    if (solved.number(row, "solved") != 1) amount.reset();
    if (amount == 0.0) amount = of_time ? least_time : least_nodes;
    rows.push_back({solved.label(row, who), solved.label(row, Role::position), amount});
  }
  return CostsByProblem(rows);
}

/// How many positions each contestant had solved within a time or number of nodes.
std::vector<Figure> solved_within(const Report& report, bool of_time) {
  const auto costs = solved_costs(report, of_time);
  if (!costs) return {};
  Figure figure{
      {},
      fmt::format("Solved, of {} positions", costs->problems.size()),
      {of_time ? "seconds until it was solved" : "visited nodes until it was solved", true},
      {.label = "positions solved", .whole = true}};
  for (const std::string& contestant : costs->contestants) {
    std::vector<std::pair<double, std::string>> sorted;
    for (const std::string& problem : costs->problems)
      if (const auto cost = costs->find(contestant, problem)) sorted.emplace_back(*cost, problem);
    std::sort(sorted.begin(), sorted.end());
    FigureSeries series{contestant, Drawing::steps};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const auto count = static_cast<double>(i + 1);
      const auto& [cost, problem] = sorted[i];
      series.points.push_back({cost, count, {}, {}, problem});
    }
    figure.series.push_back(std::move(series));
  }
  extend_steps(figure);
  std::vector<Figure> figures;
  figures.push_back(std::move(figure));
  return figures;
}

std::vector<Figure> profile_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : tables_of_runs(report))
    for (const auto& [group, costs] : runs_by_group(view)) {
      if (costs.contestants.size() < 2) continue;
      Figure figure{
          {},
          fmt::format("Performance profile: {}, {} searches", group, costs.problems.size()),
          {"nodes of the last iteration, relative to the best", true},
          {.label = "% of the searches", .from_zero = true}};
      for (const std::string& contestant : costs.contestants)
        figure.series.push_back(profile_of(contestant, costs));
      extend_steps(figure);
      figures.push_back(std::move(figure));
    }
  return figures;
}

std::vector<Figure> scatter_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : tables_of_runs(report))
    for (const auto& [group, costs] : runs_by_group(view))
      if (costs.contestants.size() > 1)
        figures.push_back(
            scatter_of(group, "nodes of the last iteration", "start and depth", costs));
  if (const auto costs = solved_costs(report, false); costs && costs->contestants.size() > 1)
    figures.push_back(scatter_of("Positions that both solved", "visited nodes until it was solved",
                                 "position", *costs));
  return figures;
}

// ---- all pictures of a report ----

/// Splits a figure with too many curves into several with the same axes.
std::vector<Figure> in_parts(Figure figure) {
  constexpr std::size_t most = 8;
  std::vector<FigureSeries> curves, references;
  for (FigureSeries& series : figure.series)
    (series.drawing == Drawing::reference ? references : curves).push_back(series);
  if (curves.size() <= most || !figure.y.categories.empty()) return {std::move(figure)};
  figure.x.shown = x_range(figure);
  figure.y.shown = y_range(figure);
  const std::size_t count = (curves.size() + most - 1) / most;
  std::vector<Figure> parts;
  for (std::size_t part = 0; part < count; ++part) {
    parts.push_back(figure);
    parts.back().title += fmt::format(" ({} of {})", part + 1, count);
    parts.back().series = references;
    for (std::size_t i = part * most; i < std::min((part + 1) * most, curves.size()); ++i)
      parts.back().series.push_back(curves[i]);
  }
  return parts;
}

}  // namespace

const std::vector<FigureKind>& figure_kinds() {
  // A new kind is a function and a line here.
  static const std::vector<FigureKind> kinds = {
      {"growth",
       "nodes by depth (search, experiment)",
       {{"by_depth", "nodes"}},
       [](const Report& report) {
         return by_depth(report, "nodes", "Nodes by depth", "nodes of the iteration", true);
       }},
      {"branching",
       "branching factor by depth (search, experiment)",
       {{"by_depth", "ebf"}},
       [](const Report& report) {
         return by_depth(report, "ebf", "Branching factor by depth", "nodes(d) / nodes(d−1)",
                         false);
       }},
      {"ratio",
       "cost relative to the baseline, with its interval (search, experiment, compare)",
       {{"", "less"}},
       ratio_figures},
      {"profile",
       "performance profile (search, experiment)",
       {{"runs", "last_nodes"}},
       profile_figures},
      {"scatter",
       "cost position by position against the first contestant's (experiment, solve)",
       {{"runs", "last_nodes"}, {"costs", "solved_visited"}},
       scatter_figures},
      {"cut_index",
       "cutoffs by the place of the move (search)",
       {{"cut_totals", "share"}},
       cut_index_figures},
      {"solved_time",
       "positions solved within a time (solve)",
       {{"costs", "solved_visited"}},
       [](const Report& report) { return solved_within(report, true); }},
      {"solved_nodes",
       "positions solved within so many nodes (solve)",
       {{"costs", "solved_visited"}},
       [](const Report& report) { return solved_within(report, false); }},
      {"rates", "leaves a second (bench perft)", {{"positions", "rate"}}, rate_figures, true},
      {"score",
       "score with its interval (match, elo)",
       {{"players", "score"}},
       score_figures,
       true},
      {"llr", "course of a sequential test (elo)", {{"course", "llr"}}, llr_figures, true},
  };
  return kinds;
}

std::vector<const FigureKind*> possible_figures(const Report& report) {
  const auto has = [&](const FigureData& data) {
    return std::any_of(report.tables.begin(), report.tables.end(), [&](const Table& table) {
      return (data.table.empty() || table.name == data.table) &&
             TableView(table).has({data.column});
    });
  };
  std::vector<const FigureKind*> kinds;
  for (const FigureKind& kind : figure_kinds())
    if (std::any_of(kind.data.begin(), kind.data.end(), has)) kinds.push_back(&kind);
  return kinds;
}

std::vector<Figure> figures_of(const Report& report) {
  const std::string& command = report.provenance.command;
  const std::string source = command.empty()
                                 ? std::string()
                                 : fmt::format("{}: {}", program_of(report.provenance), command);
  std::vector<Figure> all;
  std::map<std::string, std::size_t> styles;  // a contestant has the same style in all pictures
  for (const FigureKind& kind : figure_kinds()) {
    int number = 0;
    for (Figure& whole : kind.of(report)) {
      std::erase_if(whole.series, [](const FigureSeries& series) { return series.points.empty(); });
      if (whole.series.empty()) continue;
      for (FigureSeries& series : whole.series)
        if (series.drawing != Drawing::reference)
          series.style = styles.emplace(series.name, styles.size()).first->second;
      for (Figure& figure : in_parts(std::move(whole))) {
        figure.name =
            ++number == 1 ? std::string(kind.name) : fmt::format("{}-{}", kind.name, number);
        figure.source = source;
        all.push_back(std::move(figure));
      }
    }
  }
  return all;
}

}  // namespace plylab::reports
