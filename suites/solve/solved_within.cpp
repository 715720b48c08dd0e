#include "suites/solve/solved_within.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "reports/tables/columns.h"
#include "reports/tables/statistics.h"

namespace plylab::suites::solve {

void SolvedWithin::add(std::size_t contestant, const Solution& solution) {
  if (!criterion_.counts(solution.assessment)) return;
  Curve& curve = curves_[contestant];
  ++curve.positions;
  if (const auto when = criterion_.when(solution.assessment))
    curve.costs.push_back(timed_ ? when->seconds : static_cast<double>(when->nodes));
}

/// 1, 2, 5, 10, 20, 50 … times the unit, from the first that is not below the least cost to the
/// first that is not below the greatest.
std::vector<double> SolvedWithin::steps() const {
  std::vector<double> costs, all;
  for (const Curve& curve : curves_)
    costs.insert(costs.end(), curve.costs.begin(), curve.costs.end());
  if (costs.empty()) return all;
  const auto [least, greatest] = std::minmax_element(costs.begin(), costs.end());
  const double unit = timed_ ? 0.001 : 1;
  for (double power = 1; all.empty() || all.back() < *greatest; power *= 10)
    for (const double digit : {1, 2, 5})
      if (const double step = digit * power * unit;
          step >= *least && (all.empty() || all.back() < *greatest))
        all.push_back(step);
  return all;
}

reports::Table SolvedWithin::table(const std::vector<Entrant>& contestants) const {
  reports::Table table{
      "solved_within",
      timed_ ? "Solved within a time" : "Solved within so many nodes",
      {reports::columns::search_or_engine,
       reports::columns::search_generator,
       timed_ ? reports::Column("seconds", "s", "at most so long for a position", 3)
              : reports::Column("visited", "", "at most so many nodes for a position", 0),
       {"solved", "", "by then, by the chosen criterion", 0},
       {"rate", "%", "of the positions", 1},
       {"low", "%", "the least that it may be: Wilson's 95 % interval", 1},
       {"high", "%", "the most that it may be", 1}},
      {},
      {}};
  const auto all_steps = steps();
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const auto& [positions, costs] = curves_[i];
    if (positions == 0) continue;
    const auto& [search, generator, definition] = contestants[i];
    for (const double step : all_steps) {
      const auto solved = static_cast<std::size_t>(
          std::count_if(costs.begin(), costs.end(), [&](double cost) { return cost <= step; }));
      const auto interval = reports::wilson_interval(solved, positions);
      table.add({search, generator.empty() ? reports::Cell() : reports::Cell(generator),
                 timed_ ? reports::Cell(step) : reports::Cell(static_cast<std::uint64_t>(step)),
                 solved, 100 * static_cast<double>(solved) / static_cast<double>(positions),
                 100 * interval.low, 100 * interval.high});
    }
  }
  return table;
}

}  // namespace plylab::suites::solve
