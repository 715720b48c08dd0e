// Pictures of contestants position by position, from the tables runs, solutions and costs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/figures/figures.h"
#include "reports/tables/table_view.h"

namespace plylab::reports {
namespace {

/// What somebody took for a problem, as a row tells it; only what was finished has a cost.
struct CostOfProblem {
  std::string file, contestant, problem;
  std::optional<double> cost;
};

/// What contestants took for problems.
struct CostsByProblem {
  std::vector<std::string> contestants, problems;                ///< in order of appearance
  std::map<std::pair<std::string, std::string>, double> amount;  ///< by contestant and problem

  explicit CostsByProblem(const std::vector<CostOfProblem>& rows) {
    const bool by_file = files_meet(rows);
    std::set<std::string> known;
    std::map<std::tuple<std::string, std::string, std::string>, int> times;
    for (const auto& [file, who, what, cost] : rows) {
      const std::string contestant = by_file ? file + ", " + who : who;
      // Different positions can have one name. Contestants come to them in the same order.
      const int number = ++times[{file, contestant, what}];
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

 private:
  /// Whether a contestant had the same problem in several of the files that were merged. Then each
  /// file has contestants of its own.
  static bool files_meet(const std::vector<CostOfProblem>& rows) {
    std::map<std::pair<std::string, std::string>, std::string> files;
    return std::any_of(rows.begin(), rows.end(), [&](const CostOfProblem& row) {
      return files.emplace(std::pair(row.contestant, row.problem), row.file).first->second !=
             row.file;
    });
  }
};

constexpr std::array<std::string_view, 5> factors_but_depth = {"switches", "evaluation", "ordering",
                                                               "generator", "variant"};

/// The nodes of an experiment's runs, group by group. A problem is a start to a depth; a contestant
/// is what varies within the group beside these.
std::map<std::string, CostsByProblem> runs_by_group(const TableView& view) {
  std::map<std::string, std::map<std::string_view, std::set<std::string>>> levels;
  for (std::size_t row = 0; row < view.rows(); ++row)
    for (const std::string_view factor : factors_but_depth)
      levels[view.text(row, "group")][factor].insert(view.text(row, factor));
  std::map<std::string, std::vector<CostOfProblem>> groups;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    if (view.text(row, "variant") == "minimal") continue;
    const std::string group = view.text(row, "group");
    std::vector<std::string_view> who;
    for (const std::string_view factor : factors_but_depth)
      if (levels[group][factor].size() > 1) who.push_back(factor);
    if (who.empty()) who.emplace_back("variant");
    const bool complete = view.number(row, "complete") == 1;
    groups[group].push_back({view.text(row, "file"), view.label(row, who),
                             view.label(row, {"start", "depth"}),
                             complete ? view.number(row, "last_nodes") : std::nullopt});
  }
  std::map<std::string, CostsByProblem> costs;
  for (const auto& [group, rows] : groups) costs.emplace(group, CostsByProblem(rows));
  return costs;
}

std::vector<TableView> tables_of_runs(const Report& report) {
  return views_of(report, "runs", {"start", "group", "depth", "variant", "last_nodes"});
}

/// A point that only says where a curve begins or ends.
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

/// All curves go on to the same end.
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

/// Below an engine's clock, and drawn as if it were this.
constexpr double least_time = 0.001;

/// What the solved positions of a suite cost until they were solved by the criterion, and which
/// were to be solved.
std::optional<CostsByProblem> solved_costs(const Report& report, bool of_time) {
  const Table* costs = nullptr;
  const Table* solutions = nullptr;
  for (const Table& table : report.tables) {
    if (table.name == "costs" && !costs) costs = &table;
    if (table.name == "solutions" && !solutions) solutions = &table;
  }
  if (!costs || !solutions || costs->rows.size() != solutions->rows.size()) return std::nullopt;
  const TableView solved(*solutions), cost(*costs);
  if (!solved.has({"position", "search", "solved", "solved_in"}) || !cost.has({"solved_visited"}))
    return std::nullopt;
  const auto who = solved.telling({"generator", "search"});
  std::vector<CostOfProblem> rows;
  for (std::size_t row = 0; row < solved.rows(); ++row) {
    if (solved.text(row, "solved").empty()) continue;  // the criterion does not ask about it
    auto amount = of_time ? solved.number(row, "solved_in") : cost.number(row, "solved_visited");
    if (solved.number(row, "solved") != 1) amount.reset();
    if (of_time && amount == 0) amount = least_time;
    rows.push_back(
        {solved.text(row, "file"), solved.label(row, who), solved.text(row, "position"), amount});
  }
  return CostsByProblem(rows);
}

/// What each contestant's solved positions cost, sorted; of time or nodes.
std::vector<Figure> solved_within(const Report& report, bool of_time, bool cactus) {
  const auto costs = solved_costs(report, of_time);
  if (!costs) return {};
  const FigureAxis amount{
      of_time ? "seconds until it was solved" : "visited nodes until it was solved", true};
  Figure figure{{}, fmt::format("Solved, of {} positions", costs->problems.size())};
  figure.x = cactus ? FigureAxis{.label = "positions solved", .whole = true} : amount;
  figure.y = cactus ? amount : FigureAxis{.label = "positions solved", .whole = true};
  for (const std::string& contestant : costs->contestants) {
    std::vector<std::pair<double, std::string>> sorted;
    for (const std::string& problem : costs->problems)
      if (const auto cost = costs->find(contestant, problem)) sorted.emplace_back(*cost, problem);
    std::sort(sorted.begin(), sorted.end());
    FigureSeries series{contestant, cactus ? Drawing::line : Drawing::steps};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const auto count = static_cast<double>(i + 1);
      const auto& [cost, problem] = sorted[i];
      series.points.push_back(cactus ? FigurePoint{count, cost, {}, {}, problem}
                                     : FigurePoint{cost, count, {}, {}, problem});
    }
    figure.series.push_back(std::move(series));
  }
  if (!cactus) extend_steps(figure);
  std::vector<Figure> figures;
  figures.push_back(std::move(figure));
  return figures;
}

}  // namespace

std::vector<Figure> profile_figures(const Report& report) {
  std::vector<Figure> figures;
  for (const TableView& view : tables_of_runs(report))
    for (const auto& [group, costs] : runs_by_group(view)) {
      if (costs.contestants.size() < 2) continue;
      Figure figure{
          {},
          fmt::format("Performance profile: {}, {} searches", group, costs.problems.size()),
          {"nodes of the last iteration by those of the best", true},
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

std::vector<Figure> solved_time_figures(const Report& report) {
  return solved_within(report, true, false);
}
std::vector<Figure> solved_nodes_figures(const Report& report) {
  return solved_within(report, false, false);
}
std::vector<Figure> cactus_time_figures(const Report& report) {
  return solved_within(report, true, true);
}
std::vector<Figure> cactus_nodes_figures(const Report& report) {
  return solved_within(report, false, true);
}

}  // namespace plylab::reports
