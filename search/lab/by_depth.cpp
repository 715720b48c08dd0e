#include "search/lab/by_depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "reports/tables/columns.h"
#include "reports/tables/statistics.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::Table;

/// The levels of all factors but the depth, whose text is empty.
using Contestant = std::array<std::string, factor_names.size()>;

Contestant contestant_of(const Run& run) {
  Contestant levels = run.levels;
  levels[static_cast<std::size_t>(Factor::depth)].clear();
  return levels;
}

/// The nodes of the complete iterations of a group's runs. Those of one depth are the same in a run
/// that went on.
struct Iterations {
  std::vector<Contestant> contestants;  // in the order of the runs
  std::map<int, std::map<Contestant, std::map<std::string, double>>> nodes;  // by depth, by start

  Iterations(const Group& group, const std::vector<Run>& runs, const RunRecords& records) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].group != group.name || !records[i]) continue;
      const Contestant contestant = contestant_of(runs[i]);
      if (std::find(contestants.begin(), contestants.end(), contestant) == contestants.end())
        contestants.push_back(contestant);
      for (const Step& step : records[i]->steps)
        if (const auto count = static_cast<double>(step.count("nodes")); step.complete && count > 0)
          nodes[step.depth][contestant].emplace(runs[i].start.text, count);
    }
  }

  /// The starts on which all of these have completed the depth who have on any.
  std::vector<std::string> common_starts(int depth, const std::vector<Contestant>& these) const {
    const auto& all = nodes.at(depth);
    std::vector<const std::map<std::string, double>*> completed;
    for (const Contestant& contestant : these)
      if (const auto done = all.find(contestant); done != all.end())
        completed.push_back(&done->second);
    std::vector<std::string> starts;
    if (completed.empty()) return starts;
    for (const auto& first : *completed.front()) {
      const std::string& start = first.first;  // clang 14 captures no structured binding
      if (std::all_of(completed.begin(), completed.end(),
                      [&](const auto* one) { return one->contains(start); }))
        starts.push_back(start);
    }
    return starts;
  }

  std::optional<double> mean(int depth, const Contestant& contestant,
                             const std::vector<std::string>& starts) const {
    const auto done = nodes.at(depth).find(contestant);
    if (done == nodes.at(depth).end() || starts.empty()) return std::nullopt;
    std::vector<double> counts;
    for (const std::string& start : starts) counts.push_back(done->second.at(start));
    return reports::geometric_mean(counts);
  }

  /// The mean of nodes(d) / nodes(d − 1) over those of the starts that have both.
  std::optional<double> branching(int depth, const Contestant& contestant,
                                  const std::vector<std::string>& starts) const {
    const auto before = nodes.find(depth - 1);
    if (before == nodes.end() || !before->second.contains(contestant) ||
        !nodes.at(depth).contains(contestant))
      return std::nullopt;
    std::vector<double> ratios;
    for (const std::string& start : starts)
      if (const auto less = before->second.at(contestant).find(start);
          less != before->second.at(contestant).end())
        ratios.push_back(nodes.at(depth).at(contestant).at(start) / less->second);
    if (ratios.empty()) return std::nullopt;
    return reports::geometric_mean(ratios);
  }
};

/// The level of a factor where it varies in the group.
Cell varying(const Group& group, Factor factor, const Contestant& contestant) {
  if (group.levels[factor].size() == 1 && factor != Factor::variant) return {};
  return contestant[static_cast<std::size_t>(factor)];
}

/// The group, with the levels that vary beside depth and the factor.
std::string row_name(const Group& group, const Contestant& contestant, Factor factor) {
  std::string name = group.name;
  for (std::size_t i = 0; i < factor_names.size(); ++i)
    if (const auto other = static_cast<Factor>(i);
        other != factor && other != Factor::depth && group.levels[other].size() > 1)
      name += ", " + contestant[i];
  return name;
}

}  // namespace

Table by_depth(const Experiment& experiment, const std::vector<Run>& runs,
               const RunRecords& records) {
  Table table{"by_depth",
              "Nodes by depth: each iteration, geometric means over the starts",
              {{"group", "", "of the experiment", 0}},
              {},
              {}};
  for (std::size_t i = 1; i < factor_names.size(); ++i)
    table.columns.emplace_back(factor_names[i], "", "what searched, where it varies", 0);
  table.columns.insert(
      table.columns.end(),
      {reports::columns::depth,
       {"starts", "", "on which all of the group completed this depth who completed it on any", 0},
       {"nodes", "", "geometric mean of this iteration's nodes", 0},
       {"ebf", "", "geometric mean of nodes(d) / nodes(d−1)", 2}});
  for (const Group& group : experiment.groups) {
    const Iterations iterations(group, runs, records);
    for (const Contestant& contestant : iterations.contestants)
      for (const auto& [depth, done] : iterations.nodes) {
        const auto starts = iterations.common_starts(depth, iterations.contestants);
        const auto mean = iterations.mean(depth, contestant, starts);
        if (!mean) continue;
        std::vector<Cell> row{group.name};
        for (std::size_t i = 1; i < factor_names.size(); ++i)
          row.push_back(varying(group, static_cast<Factor>(i), contestant));
        row.insert(row.end(),
                   {depth, starts.size(), *mean, iterations.branching(depth, contestant, starts)});
        table.add(std::move(row));
      }
  }
  return table;
}

Table pivot_by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                     const RunRecords& records, Factor factor) {
  Table table{
      "pivot",
      fmt::format("Nodes by depth and {}: each iteration, geometric means over the starts",
                  name_of(factor)),
      {{"group", "", "what is the same for all runs of the row", 0},
       reports::columns::depth,
       {"starts", "", "on which all of the row completed this depth who completed it on any", 0}},
      {},
      {}};
  if (factor == Factor::depth) return table;
  std::vector<std::string> levels;  // of all groups, in the order in which they come
  bool any_growth = false;
  for (const Group& group : experiment.groups)
    for (const std::string& level : group.levels[factor])
      if (std::find(levels.begin(), levels.end(), level) == levels.end()) levels.push_back(level);
  for (const std::string& level : levels)
    table.columns.emplace_back(level, "", "geometric mean of this iteration's nodes", 0);
  for (const Group& group : experiment.groups) {
    const Iterations iterations(group, runs, records);
    any_growth |= iterations.nodes.size() > 1;
    std::vector<std::pair<std::string, std::vector<Contestant>>> compared;  // in a row, by its name
    for (const Contestant& contestant : iterations.contestants) {
      const std::string name = row_name(group, contestant, factor);
      auto place = std::find_if(compared.begin(), compared.end(),
                                [&](const auto& other) { return other.first == name; });
      if (place == compared.end()) place = compared.emplace(place, name, std::vector<Contestant>());
      place->second.push_back(contestant);
    }
    for (const auto& [name, contestants] : compared)
      for (const auto& [depth, done] : iterations.nodes) {
        const auto starts = iterations.common_starts(depth, contestants);
        std::vector<Cell> row(3 + levels.size());
        row[0] = name;
        row[1] = depth;
        row[2] = starts.size();
        for (const Contestant& contestant : contestants)
          row[3 + static_cast<std::size_t>(std::find(levels.begin(), levels.end(),
                                                     contestant[static_cast<std::size_t>(factor)]) -
                                           levels.begin())] =
              iterations.mean(depth, contestant, starts);
        table.add(std::move(row));
      }
  }
  if (!any_growth) table.rows.clear();
  return table;
}

}  // namespace plylab::search::lab
