#include "search/totals.h"

#include <algorithm>

#include "reports/columns.h"
#include "reports/medians.h"

namespace plylab::search {

using reports::Cell;
using reports::Table;

void Totals::add(const Job& job, const TextResult& result) {
  const std::pair contestant(job.algorithm, job.generator);
  auto sum = std::find_if(sums_.begin(), sums_.end(),
                          [&](const Sum& other) { return other.contestant == contestant; });
  if (sum == sums_.end()) sum = sums_.insert(sums_.end(), Sum{contestant});
  ++sum->positions;
  sum->visited += result.visited;
  sum->seconds += result.seconds;
  if (const auto* last = result.last_complete()) sum->last += last->stats;
  for (std::size_t i = 0; i < result.iterations.size(); ++i) {
    const auto& iteration = result.iterations[i];
    if (!iteration.complete) continue;
    Depth& depth = sum->depths[iteration.depth];
    depth.nodes.push_back(static_cast<double>(iteration.stats.nodes()));
    if (const double ratio = result.branching_factor(i); ratio > 0) depth.ratios.push_back(ratio);
  }
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

Table Totals::by_depth() const {
  Table table{"by_depth",
              "Nodes by depth: each iteration, geometric means over the positions",
              {reports::columns::search,
               reports::columns::generator,
               reports::columns::depth,
               {"positions", "", "that completed the depth", 0},
               {"nodes", "", "geometric mean of this iteration's nodes", 0},
               {"ebf", "", "geometric mean of nodes(d) / nodes(d−1)", 2}},
              {},
              {}};
  for (const Sum& sum : sums_)
    for (const auto& [depth, counts] : sum.depths)
      table.add({sum.contestant.first, sum.contestant.second, depth, counts.nodes.size(),
                 reports::geometric_mean(counts.nodes),
                 counts.ratios.empty() ? Cell() : Cell(reports::geometric_mean(counts.ratios))});
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
