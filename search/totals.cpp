#include "search/totals.h"

#include <algorithm>

#include "reports/tables/columns.h"
#include "reports/tables/statistics.h"
#include "search/lab/comparison_table.h"
#include "search/tables.h"

namespace plylab::search {

using reports::Cell;
using reports::Table;

namespace {

/// Those that are there.
std::vector<double> values_at(const std::vector<std::size_t>& positions,
                              const std::map<std::size_t, double>& values) {
  std::vector<double> found;
  for (const std::size_t position : positions)
    if (const auto value = values.find(position); value != values.end())
      found.push_back(value->second);
  return found;
}

}  // namespace

void Totals::add(const Job& job, const TextResult& result) {
  const std::pair contestant(job.algorithm, job.generator);
  auto sum = std::find_if(sums_.begin(), sums_.end(),
                          [&](const Sum& other) { return other.contestant == contestant; });
  if (sum == sums_.end()) sum = sums_.insert(sums_.end(), Sum{contestant});
  const std::size_t position = sum->positions++;
  sum->visited += result.visited;
  sum->seconds += iteration_seconds(result);
  if (const auto* last = result.last_complete()) sum->last += last->stats;
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& iteration = result.iterations[i];
    if (!iteration.complete) continue;
    Depth& depth = sum->depths[iteration.depth];
    depth.nodes.emplace(position, static_cast<double>(iteration.stats.nodes()));
    if (const double ratio = result.branching_factor(i); ratio > 0)
      depth.ratios.emplace(position, ratio);
  }
}

std::vector<std::size_t> Totals::common_positions(int depth) const {
  std::vector<std::size_t> common;
  if (sums_.empty()) return common;
  for (std::size_t position = 0; position < sums_.front().positions; ++position)
    if (std::all_of(sums_.begin(), sums_.end(), [&](const Sum& sum) {
          const auto reached = sum.depths.find(depth);
          return reached == sum.depths.end() || reached->second.nodes.contains(position);
        }))
      common.push_back(position);
  return common;
}

Table Totals::whole() const {
  Table table{"totals",
              "Totals over the positions",
              {reports::columns::search,
               reports::columns::generator,
               {"positions", "", "that were searched", 0},
               {"visited", "", "nodes of all iterations, quiescence included", 0},
               {"first_cut", "%", "share of the first move in the last iterations' cutoffs", 1},
               {"seconds", "s", "wall time of all iterations", 3},
               {"rate", "M nodes/s", "visited by seconds", 2}},
              {},
              {}};
  for (const Sum& sum : sums_) {
    const double rate = static_cast<double>(sum.visited) / 1e6 / sum.seconds;
    table.add({sum.contestant.first, sum.contestant.second, sum.positions, sum.visited,
               sum.last.cutoffs > 0 ? Cell(100 * sum.last.first_move_cutoff_rate()) : Cell(),
               sum.seconds, sum.seconds > 0 ? Cell(rate) : Cell()});
  }
  return table;
}

std::pair<double, double> Totals::Sum::nodes_beside(const Sum& other, std::size_t position) const {
  std::pair<double, double> deepest{0, 0};
  for (const auto& [depth, done] : depths) {
    const auto theirs = other.depths.find(depth);
    if (theirs != other.depths.end() && done.nodes.contains(position) &&
        theirs->second.nodes.contains(position))
      deepest = {done.nodes.at(position), theirs->second.nodes.at(position)};
  }
  return deepest;
}

Table Totals::compared() const {
  std::vector<lab::ComparedRow> rows;
  const bool one_generator = std::all_of(sums_.begin(), sums_.end(), [&](const Sum& sum) {
    return sum.contestant.second == sums_.front().contestant.second;
  });
  for (const Sum& sum : sums_) {
    const auto& [search, generator] = sum.contestant;
    const Sum& base = *std::find_if(sums_.begin(), sums_.end(), [&](const Sum& other) {
      return other.contestant.second == sum.contestant.second;
    });
    if (&base == &sum || sum.positions < 2) continue;
    std::vector<lab::Pair> pairs;
    for (std::size_t position = 0; position < sum.positions; ++position)
      if (const auto [ours, theirs] = sum.nodes_beside(base, position); ours > 0 && theirs > 0)
        pairs.push_back({{ours}, {theirs}});
    rows.push_back({one_generator ? "all positions" : generator, search, base.contestant.first,
                    lab::compare(pairs)});
  }
  Table table = lab::comparison_table(
      {"nodes", "Nodes of the deepest iteration that both completed", "search", "positions"}, rows);
  table.notes.emplace_back(
      "another baseline, other costs: --baseline, --measure; several depths or switches make an "
      "experiment");
  return table;
}

Table Totals::by_depth() const {
  Table table{"by_depth",
              "Nodes by depth: each iteration, geometric means over the positions",
              {reports::columns::search,
               reports::columns::generator,
               reports::columns::depth,
               {"positions", "", "on which all that got so deep completed it", 0},
               {"nodes", "", "geometric mean of this iteration's nodes", 0},
               {"ebf", "", "geometric mean of nodes(d) / nodes(d−1)", 2}},
              {},
              {}};
  for (const Sum& sum : sums_)
    for (const auto& [depth, counts] : sum.depths) {
      const auto common = common_positions(depth);
      if (common.empty()) continue;
      const auto ratios = values_at(common, counts.ratios);
      table.add({sum.contestant.first, sum.contestant.second, depth, common.size(),
                 reports::geometric_mean(values_at(common, counts.nodes)),
                 ratios.empty() ? Cell() : Cell(reports::geometric_mean(ratios))});
    }
  return table;
}

Table Totals::cut_index() const {
  Table table{"cut_totals",
              "Beta cutoffs by the place of the cutting move, over the positions",
              {reports::columns::search,
               reports::columns::generator,
               {"place", "", "place in the node's order, 1 is first; the last is 'and on'", 0},
               {"cutoffs", "", "beta cutoffs there, of the deepest completed iterations", 0},
               {"share", "%", "of the search's cutoffs", 2}},
              {},
              {}};
  for (const Sum& sum : sums_)
    for (std::size_t i = 0; i < sum.last.cut_index.size(); ++i)
      if (const auto cutoffs = sum.last.cut_index[i]; cutoffs > 0)
        table.add({sum.contestant.first, sum.contestant.second, i + 1, cutoffs,
                   100 * static_cast<double>(cutoffs) / static_cast<double>(sum.last.cutoffs)});
  return table;
}

}  // namespace plylab::search
