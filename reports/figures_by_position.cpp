// Pictures of contestants position by position, from the tables runs, solutions and costs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "reports/figures.h"
#include "reports/table_view.h"

namespace plylab::reports {
namespace {

/// What contestants took for problems. Only what was finished counts.
struct CostsByProblem {
  std::vector<std::string> contestants, problems;                ///< in order of appearance
  std::map<std::pair<std::string, std::string>, double> amount;  ///< by contestant and problem

  void add(const std::string& contestant, const std::string& problem, std::optional<double> cost) {
    const auto note = [](const std::string& name, std::vector<std::string>& names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    note(contestant, contestants);
    if (problems_.insert(problem).second) problems.push_back(problem);
    if (cost && *cost > 0) amount.emplace(std::pair(contestant, problem), *cost);
  }
  std::optional<double> find(const std::string& contestant, const std::string& problem) const {
    const auto found = amount.find({contestant, problem});
    return found == amount.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::set<std::string> problems_;
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
  std::map<std::string, CostsByProblem> groups;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    if (view.text(row, "variant") == "minimal") continue;
    const std::string group = view.text(row, "group");
    std::vector<std::string_view> who;
    for (const std::string_view factor : factors_but_depth)
      if (levels[group][factor].size() > 1) who.push_back(factor);
    if (who.empty()) who.push_back("variant");
    const bool complete = view.number(row, "complete") == 1;
    groups[group].add(view.label(row, who), view.label(row, {"file", "start", "depth"}),
                      complete ? view.number(row, "last_nodes") : std::nullopt);
  }
  return groups;
}

std::vector<TableView> tables_of_runs(const Report& report) {
  return views_of(report, "runs", {"start", "group", "depth", "variant", "last_nodes"});
}

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
  if (ratios.empty() || ratios.front() > 1) series.points.push_back({1, 0});
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
      series.points.push_back({end, series.points.back().y});
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

/// What the solved positions of a suite cost until the goal was met, and which were to be solved.
std::optional<CostsByProblem> solved_costs(const Report& report, bool of_time) {
  const Table* costs = nullptr;
  const Table* solutions = nullptr;
  for (const Table& table : report.tables) {
    if (table.name == "costs" && !costs) costs = &table;
    if (table.name == "solutions" && !solutions) solutions = &table;
  }
  if (!costs || !solutions || costs->rows.size() != solutions->rows.size()) return std::nullopt;
  const TableView solved(*solutions), cost(*costs);
  if (!solved.has({"position", "search", "solved", "found"}) || !cost.has({"found_visited"}))
    return std::nullopt;
  const auto who = solved.telling({"generator", "search"});
  CostsByProblem result;
  for (std::size_t row = 0; row < solved.rows(); ++row) {
    // Below the clock's grain a time is not known any better than that.
    const auto time = solved.number(row, "found");
    const auto amount = of_time ? (time ? std::optional(std::max(*time, 0.001)) : time)
                                : cost.number(row, "found_visited");
    result.add(solved.label(row, who), solved.label(row, {"file", "position"}),
               solved.number(row, "solved") == 1 ? amount : std::nullopt);
  }
  return result;
}

/// What each contestant's solved positions cost, sorted; of time or nodes.
std::vector<Figure> solved_within(const Report& report, bool of_time, bool cactus) {
  const auto costs = solved_costs(report, of_time);
  if (!costs) return {};
  const FigureAxis amount{
      of_time ? "seconds until the goal was met" : "nodes until the goal was met", true};
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
          {"nodes by those of the best", true},
          {"% of the searches"}};
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
    figures.push_back(scatter_of("Positions that both solved", "nodes until the goal was met",
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
