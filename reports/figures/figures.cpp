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

#include "gen/base/names.h"
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

/// A view of a table: finds values by the columns' names or roles.
class TableView {
 public:
  using Columns = std::vector<std::size_t>;

  explicit TableView(const Table& table) : table_(table) {}

  const Table& table() const { return table_; }
  std::size_t rows() const { return table_.rows.size(); }

  /// Whether the row is that of a bound, by the name of the contestant that is one.
  bool is_bound(std::size_t row, const std::string& bound) const {
    const Columns columns = of({Role::contestant});
    return !bound.empty() && std::any_of(columns.begin(), columns.end(), [&](std::size_t column) {
      return text(row, column) == bound;
    });
  }

  /// The column of that name; null without one.
  const Column* column(std::string_view name) const {
    const auto at = place(name);
    return at ? &table_.columns[*at] : nullptr;
  }

  /// The number in a cell, if there is such a column and a number in it. Yes is 1, no is 0.
  std::optional<double> number(std::size_t row, std::string_view column) const {
    const auto at = place(column);
    return at ? std::visit(AsNumber{}, table_.rows[row][*at].value()) : std::nullopt;
  }

  /// The cell as displayed; empty for an empty cell.
  std::string text(std::size_t row, std::size_t column) const {
    const Cell& cell = table_.rows[row][column];
    return cell == Cell() ? std::string() : display(cell, table_.columns[column]);
  }

  /// The answer in the column of that role, if there is one: yes or no.
  std::optional<bool> answer(std::size_t row, Role role) const {
    for (const std::size_t column : of({role}))
      if (const bool* value = std::get_if<bool>(&table_.rows[row][column].value())) return *value;
    return std::nullopt;
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

  /// The rows of each group, in order of appearance.
  std::vector<std::pair<std::string, std::vector<std::size_t>>> groups() const {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
    for (const std::size_t row : all_rows()) {
      const std::string group = label(row, Role::group);
      auto found = std::find_if(groups.begin(), groups.end(),
                                [&](const auto& other) { return other.first == group; });
      if (found == groups.end()) found = groups.insert(groups.end(), {group, {}});
      found->second.push_back(row);
    }
    return groups;
  }

 private:
  std::optional<std::size_t> place(std::string_view column) const {
    for (std::size_t i = 0; i < table_.columns.size(); ++i)
      if (table_.columns[i].name == column) return i;
    return std::nullopt;
  }

  const Table& table_;
};

/// The title of a picture of a group, whose name is empty if there are no groups.
std::string title_of(const Picture& picture, const Table& table, const std::string& group = {}) {
  const std::string title = picture.title.empty() ? heading(table) : picture.title;
  return group.empty() ? title : fmt::format("{}: {}", title, group);
}

// ---- curves ----

/// The series of that name, made if it is not there yet.
FigureSeries& series_named(const std::string& name, Drawing drawing, Figure& figure) {
  for (FigureSeries& series : figure.series)
    if (series.name == name) return series;
  return figure.series.emplace_back(FigureSeries{name, drawing});
}

/// The curves of one group. Means over different samples are not joined: limits remove the hard
/// cases first.
Figure curves_of(const TableView& view, const Picture& picture, const std::string& group,
                 const std::vector<std::size_t>& rows) {
  Figure figure{{},
                title_of(picture, view.table(), group),
                {.label = picture.by_label.empty() ? picture.by : picture.by_label, .whole = true},
                {picture.label, picture.logarithmic}};
  const auto who = view.contestants();
  std::vector<std::size_t> bounds;
  for (const std::size_t row : view.all_rows())
    if (view.is_bound(row, picture.bound)) bounds.push_back(row);
  const auto of_bound = view.varying(view.of({Role::contestant}), bounds);
  for (const std::size_t row : rows) {
    const auto x = view.number(row, picture.by), y = view.number(row, picture.of);
    if (!x || !y || (picture.logarithmic && *y <= 0)) continue;
    const bool is_bound = view.is_bound(row, picture.bound);
    std::string name = view.label(row, is_bound ? of_bound : who);
    if (is_bound) name = picture.bound + (name.empty() ? "" : ", " + name);
    if (name.empty()) name = picture.label;
    auto& points = series_named(name, is_bound ? Drawing::reference : Drawing::line, figure).points;
    FigurePoint point{.x = *x, .y = *y};
    for (const std::size_t sample : view.of({Role::sample})) {
      const std::string cases = view.table().columns[sample].name;
      const std::string number = view.text(row, sample);
      if (number.empty()) continue;
      point.name =
          fmt::format("{} {}", number, number == "1" ? cases.substr(0, cases.size() - 1) : cases);
      point.is_joined = points.empty() || points.back().name == point.name;
    }
    points.push_back(std::move(point));
  }
  return figure;
}

/// Adds a bound: a thin line from the first row to the last.
void add_bound(const TableView& view, const Picture& picture, const std::string& column,
               Figure& figure) {
  const Column* const bound = view.column(column);
  if (!bound || view.rows() == 0) return;
  FigureSeries line{bound->help, Drawing::reference};
  for (const std::size_t row : {std::size_t{0}, view.rows() - 1})
    line.points.push_back(
        {view.number(row, picture.by).value_or(0), view.number(row, column).value_or(0)});
  figure.series.push_back(std::move(line));
}

std::vector<Figure> curves(const TableView& view, const Picture& picture) {
  std::vector<Figure> figures;
  for (const auto& [group, rows] : view.groups()) {
    Figure figure = curves_of(view, picture, group, rows);
    const bool has_curve =
        std::any_of(figure.series.begin(), figure.series.end(),
                    [](const FigureSeries& series) { return series.points.size() > 1; });
    // A single depth makes no curve.
    if (const Column* by = view.column(picture.by); !has_curve && by && by->role == Role::depth)
      continue;
    // A line of one point would be invisible.
    for (FigureSeries& series : figure.series)
      if (series.drawing == Drawing::reference && series.points.size() == 1)
        series.drawing = Drawing::dots;
    add_bound(view, picture, picture.low, figure);
    add_bound(view, picture, picture.high, figure);
    figures.push_back(std::move(figure));
  }
  return figures;
}

// ---- values on lines with a name ----

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

/// On a logarithmic axis intervals are of ratios, to be compared with 1; on others, of differences.
std::vector<Figure> lines(const TableView& view, const Picture& picture) {
  NamedLines lines(title_of(picture, view.table()), {picture.label, picture.logarithmic});
  const bool by_group = !view.of({Role::group}).empty();
  const bool by_position = !by_group && !view.of({Role::position}).empty();
  auto who = view.contestants();
  if (by_group) {  // contestants are named even if all are equal
    who = view.of({Role::contestant, Role::depth});
    const auto how = view.varying(view.of({Role::against, Role::measure}), view.all_rows());
    who.insert(who.end(), how.begin(), how.end());
  }
  bool above = false, below = false;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    const auto value = view.number(row, picture.of);
    if (!value || (picture.logarithmic && *value <= 0)) continue;
    (*value < 0 ? below : above) = true;
    FigurePoint point{*value, 0, view.number(row, picture.low), view.number(row, picture.high)};
    const std::string contestant = view.label(row, who);
    if (by_position) {
      lines.add(contestant, view.label(row, Role::position), point);
      continue;
    }
    std::string line = contestant;
    for (const std::size_t remark : view.of({Role::remark}))
      line += fmt::format(" ({} {})", view.text(row, remark), view.table().columns[remark].unit);
    if (!by_group) point.name = contestant;
    lines.add(view.label(row, Role::group), line, point);
  }
  std::optional<double> reference;
  if (!picture.low.empty() && picture.logarithmic) reference = 1;
  if (!picture.low.empty() && above && below) reference = 0;  // else it may be far away
  std::vector<Figure> figures;
  figures.push_back(std::move(lines).figure(reference));
  return figures;
}

// ---- contestants by position ----

/// A row: a contestant's cost on a problem. Only finished work has a cost.
struct CostOfProblem {
  std::string contestant, problem;
  std::optional<double> cost;
  bool is_untold = false;  ///< the work is finished, but its cost is not known
};

/// The costs of contestants on problems.
struct CostsByProblem {
  std::vector<std::string> contestants, problems;                ///< in order of appearance
  std::map<std::pair<std::string, std::string>, double> amount;  ///< by contestant and problem
  std::map<std::string, std::size_t> untold;                     ///< number of costs, by contestant

  explicit CostsByProblem(const std::vector<CostOfProblem>& rows) {
    std::set<std::string> known;
    std::map<std::string, NumberedNames> distinct;  // by contestant
    for (const auto& [contestant, what, cost, is_untold] : rows) {
      // Different positions can have the same name; all contestants have them in the same order.
      const std::string problem = distinct[contestant](what);
      if (std::find(contestants.begin(), contestants.end(), contestant) == contestants.end())
        contestants.push_back(contestant);
      if (known.insert(problem).second) problems.push_back(problem);
      if (cost && *cost > 0) amount.emplace(std::pair(contestant, problem), *cost);
      untold[contestant] += is_untold;
    }
  }

  std::optional<double> find(const std::string& contestant, const std::string& problem) const {
    const auto found = amount.find({contestant, problem});
    return found == amount.end() ? std::nullopt : std::optional(found->second);
  }
};

/// A logarithmic axis has no 0: engines' clocks resolve a millisecond, and some engines tell no
/// nodes.
constexpr double min_time = 0.001, min_count = 1;

/// The costs of the rows. A problem is a position, at a depth if there are several; a contestant is
/// what else varies between the rows.
CostsByProblem costs_of(const TableView& view, const Picture& picture,
                        const std::vector<std::size_t>& rows) {
  const auto who = view.distinguishing(view.of({Role::contestant}), rows);
  const auto what = view.of({Role::position, Role::depth});
  const bool asks = !view.of({Role::solved}).empty();
  const Column* const column = view.column(picture.of);
  std::vector<CostOfProblem> costs;
  for (const std::size_t row : rows) {
    if (view.is_bound(row, picture.bound)) continue;
    const auto solved = view.answer(row, Role::solved);
    if (asks && !solved) continue;  // the criterion does not ask about it
    auto cost = view.number(row, picture.of);
    const bool is_finished =
        view.answer(row, Role::finished).value_or(true) && solved.value_or(true);
    const bool is_untold = is_finished && !cost;
    if (!is_finished) cost.reset();
    if (cost == 0.0) cost = column && is_timed(*column) ? min_time : min_count;
    costs.push_back({view.label(row, who), view.label(row, what), cost, is_untold});
  }
  return CostsByProblem(costs);
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
    double min = *ours;
    for (const std::string& other : costs.contestants)
      min = std::min(min, costs.find(other, problem).value_or(min));
    ratios.push_back(*ours / min);
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

std::vector<Figure> profiles(const TableView& view, const Picture& picture) {
  std::vector<Figure> figures;
  for (const auto& [group, rows] : view.groups()) {
    const CostsByProblem costs = costs_of(view, picture, rows);
    if (costs.contestants.size() < 2) continue;
    Figure figure{{},
                  fmt::format("{}, {} searches", title_of(picture, view.table(), group),
                              costs.problems.size()),
                  {picture.label + ", relative to the best", true},
                  {.label = "% of the searches", .from_zero = true}};
    for (const std::string& contestant : costs.contestants)
      figure.series.push_back(profile_of(contestant, costs));
    extend_steps(figure);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<Figure> scatters(const TableView& view, const Picture& picture) {
  std::vector<Figure> figures;
  for (const auto& [group, rows] : view.groups()) {
    const CostsByProblem costs = costs_of(view, picture, rows);
    const auto& contestants = costs.contestants;
    if (contestants.size() < 2) continue;
    Figure figure{
        {},
        title_of(picture, view.table(), group),
        {fmt::format("{}: {}", contestants.front(), picture.label), true},
        {fmt::format("{}: {}", contestants.size() == 2 ? contestants.back() : "the others",
                     picture.label),
         true}};
    double low = INFINITY, high = 0;
    for (std::size_t i = 1; i < contestants.size(); ++i) {
      FigureSeries series{contestants[i], Drawing::dots};
      for (const std::string& problem : costs.problems)
        if (const auto x = costs.find(contestants.front(), problem),
            y = costs.find(series.name, problem);
            x && y) {
          series.points.push_back({*x, *y, {}, {}, problem});
          low = std::min({low, *x, *y});
          high = std::max({high, *x, *y});
        }
      if (!series.points.empty()) figure.series.push_back(std::move(series));
    }
    if (!figure.series.empty())
      figure.series.push_back({"equal", Drawing::reference, {{low, low}, {high, high}}});
    figures.push_back(std::move(figure));
  }
  return figures;
}

/// How many positions each contestant had solved within a cost.
std::vector<Figure> steps(const TableView& view, const Picture& picture) {
  std::vector<Figure> figures;
  for (const auto& [group, rows] : view.groups()) {
    const CostsByProblem costs = costs_of(view, picture, rows);
    Figure& figure = figures.emplace_back(
        Figure{{},
               fmt::format("{}, of {} positions", title_of(picture, view.table(), group),
                           costs.problems.size()),
               {picture.label, true},
               {.label = "positions solved", .whole = true}});
    for (const std::string& contestant : costs.contestants) {
      std::vector<std::pair<double, std::string>> sorted;
      for (const std::string& problem : costs.problems)
        if (const auto cost = costs.find(contestant, problem)) sorted.emplace_back(*cost, problem);
      std::sort(sorted.begin(), sorted.end());
      const std::size_t untold = costs.untold.at(contestant);
      FigureSeries series{contestant, Drawing::steps};
      if (untold > 0)
        series.name += fmt::format("{}and {} untold", contestant.empty() ? "" : ", ", untold);
      for (std::size_t i = 0; i < sorted.size(); ++i)
        series.points.push_back(
            {sorted[i].first, static_cast<double>(i + 1), {}, {}, sorted[i].second});
      if (sorted.empty() && untold > 0) series.points.push_back(corner(min_count, 0));
      figure.series.push_back(std::move(series));
    }
    extend_steps(figure);
  }
  return figures;
}

/// The pictures of one kind that the table's rows make.
std::vector<Figure> drawn(const TableView& view, const Picture& picture) {
  switch (picture.form) {
    case Form::curves:
      return curves(view, picture);
    case Form::lines:
      return lines(view, picture);
    case Form::profile:
      return profiles(view, picture);
    case Form::scatter:
      return scatters(view, picture);
    case Form::steps:
      return steps(view, picture);
  }
  return {};
}

// ---- all pictures of a report ----

/// Splits a figure with too many curves into several with the same axes.
std::vector<Figure> in_parts(Figure figure) {
  std::vector<FigureSeries> curves, references;
  for (FigureSeries& series : figure.series)
    (series.drawing == Drawing::reference ? references : curves).push_back(series);
  if (curves.size() <= max_curves || !figure.y.categories.empty()) return {std::move(figure)};
  figure.x.shown = x_range(figure);
  figure.y.shown = y_range(figure);
  const std::size_t count = pictures_for(curves.size());
  std::vector<Figure> parts;
  for (std::size_t part = 0; part < count; ++part) {
    parts.push_back(figure);
    parts.back().title += fmt::format(" ({} of {})", part + 1, count);
    parts.back().series = references;
    for (std::size_t i = part * max_curves; i < std::min((part + 1) * max_curves, curves.size());
         ++i)
      parts.back().series.push_back(curves[i]);
  }
  return parts;
}

}  // namespace

std::string source_of(const Provenance& provenance) {
  if (provenance.command.empty()) return {};
  return fmt::format("{}: {}", program_of(provenance), provenance.command);
}

std::vector<Figure> figures_of(const Report& report) {
  const std::string source = source_of(report.provenance);
  std::vector<std::pair<const Table*, const Picture*>> pictures;
  for (const bool first : {true, false})
    for (const Table& table : report.tables)
      for (const Picture& picture : table.pictures)
        if (picture.comes_first == first) pictures.emplace_back(&table, &picture);
  std::vector<Figure> all;
  std::map<std::string, std::size_t> styles;  // a contestant has the same style in all pictures
  std::map<std::string, int> numbers;         // of the pictures of a name
  for (const auto& [table, picture] : pictures)
    for (Figure& whole : drawn(TableView(*table), *picture)) {
      std::erase_if(whole.series, [](const FigureSeries& series) { return series.points.empty(); });
      if (whole.series.empty()) continue;
      for (FigureSeries& series : whole.series)
        if (series.drawing != Drawing::reference)
          series.style = styles.emplace(series.name, styles.size()).first->second;
      for (Figure& figure : in_parts(std::move(whole))) {
        const int number = ++numbers[picture->name];
        figure.name = number == 1 ? picture->name : fmt::format("{}-{}", picture->name, number);
        figure.source = source;
        all.push_back(std::move(figure));
      }
    }
  return all;
}

}  // namespace plylab::reports
