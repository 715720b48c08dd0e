#include "search/lab/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "reports/tables/statistics.h"
#include "search/lab/blocks.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;
using reports::Table;

std::optional<double> mean_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return reports::geometric_mean(values);
}

/// The starts that all levels have completed which have completed any. Means are over these alone:
/// a limit cuts off the hard ones first.
std::set<std::string> common_starts(const Block& block) {
  std::set<std::string> common;
  bool first = true;
  for (const auto& [level, runs] : block.by_level) {
    std::set<std::string> completed;
    for (const auto& [start, record] : runs)
      if (record->complete && (first || common.contains(start))) completed.insert(start);
    if (std::none_of(runs.begin(), runs.end(),
                     [](const auto& run) { return run.second->complete; }))
      continue;
    common = std::move(completed);
    first = false;
  }
  return common;
}

/// What the runs of one level cost in a block.
struct Sum {
  std::size_t runs = 0, censored = 0;
  std::vector<double> nodes = {};  // of the last iterations of the runs that are averaged
  std::uint64_t cutoffs = 0, first_cutoffs = 0;
  double seconds = 0;

  void add(const RunRecord& record, bool averaged) {
    ++runs;
    seconds += record.seconds();
    censored += !record.complete;
    if (!averaged || !record.complete) return;
    nodes.push_back(static_cast<double>(record.last().count("nodes")));
    cutoffs += record.last().count("cutoffs");
    first_cutoffs += record.last().count("first_cutoffs");
  }

  /// In percent.
  std::optional<double> first_cut() const {
    if (cutoffs == 0) return std::nullopt;
    return 100 * static_cast<double>(first_cutoffs) / static_cast<double>(cutoffs);
  }
};

/// The nodes of the minimal tree with a table (search/algorithms/minimal.h).
constexpr std::string_view minimal_graph = "graph";

/// The mean ratio of a level's counts to those of the minimal tree, or of its nodes to those of the
/// minimal graph, over those of the starts that have both.
std::optional<double> ratio_to_minimal(const Block& block, const std::string& level,
                                       std::string_view count,
                                       const std::set<std::string>& starts) {
  std::vector<double> ratios;
  if (const auto runs = block.by_level.find(level); runs != block.by_level.end())
    for (const auto& [start, record] : runs->second) {
      const RunRecord* minimal = block.find(std::string(minimal_variant), start);
      if (!starts.contains(start) || !minimal || !minimal->complete || !record->complete) continue;
      const auto least = static_cast<double>(minimal->last().count(count));
      const auto ours =
          static_cast<double>(record->last().count(count == minimal_graph ? "nodes" : count));
      if (least > 0 && ours > 0) ratios.push_back(ours / least);
    }
  return mean_of(ratios);
}

}  // namespace

Table overview(const Experiment& experiment, const std::vector<Run>& runs,
               const RunRecords& records, Factor factor) {
  Table table{
      "overview",
      experiment.name + ": the last iteration, and the seconds of all",
      {{"group", "", "what is the same for all runs of the row", 0},
       {std::string(name_of(factor)), "", "what is compared", 0},
       {"runs", "", "one on each start", 0},
       {"cut", "", "runs cut off by a limit", 0},
       {"starts", "", "that all of the group completed who completed any: the means are over these",
        0},
       {"last_nodes", "", "geometric mean of the last iteration's nodes", 0},
       {"by_minimal", "ratio", "geometric mean of these by those of the minimal tree", 2},
       {"first_cut", "%",
        "share of the first move in the last iterations' beta cutoffs, these starts together", 1},
       {"seconds", "s", "sum of the wall time of all runs, all iterations", 2}},
      {},
      {}};
  for (const Group& group : experiment.groups)
    for (const Block& block : blocks_of(group, runs, records, factor)) {
      const std::set<std::string> common = common_starts(block);
      for (const std::string& level : group.levels[factor]) {
        const auto done = block.by_level.find(level);
        if (done == block.by_level.end()) continue;
        Sum sum;
        for (const auto& [start, record] : done->second) sum.add(*record, common.contains(start));
        table.add({block.name, level, sum.runs, sum.censored, sum.nodes.size(), mean_of(sum.nodes),
                   ratio_to_minimal(block, level, "nodes", common), sum.first_cut(), sum.seconds});
      }
    }
  return table;
}

Table beside_minimal(const Experiment& experiment, const std::vector<Run>& runs,
                     const RunRecords& records, std::string_view count) {
  Table table{
      fmt::format("minimal_{}", count),
      fmt::format("Beside the minimal {}: {} of the last iteration, geometric means over the "
                  "starts",
                  count == minimal_graph ? "graph" : "tree",
                  count == minimal_graph ? "nodes" : count),
      {{"variant", "", "what searched", 0}},
      {},
      {}};
  std::vector<Block> blocks;
  std::vector<std::set<std::string>> common;  // starts of each
  std::vector<std::string> variants;          // of all groups, in the order in which they come
  for (const Group& group : experiment.groups) {
    for (Block& block : blocks_of(group, runs, records, Factor::variant)) {
      table.columns.emplace_back(block.name, "ratio", "geometric mean over its starts", 2);
      common.push_back(common_starts(block));
      blocks.push_back(std::move(block));
    }
    for (const std::string& variant : group.levels[Factor::variant])
      if (std::find(variants.begin(), variants.end(), variant) == variants.end())
        variants.push_back(variant);
  }
  if (std::find(variants.begin(), variants.end(), minimal_variant) == variants.end()) return table;
  for (const std::string& variant : variants) {
    std::vector<Cell> row{variant};
    for (std::size_t i = 0; i < blocks.size(); ++i)
      row.emplace_back(ratio_to_minimal(blocks[i], variant, count, common[i]));
    table.add(std::move(row));
  }
  const auto is_empty = [](const std::vector<Cell>& row) {
    return std::all_of(row.begin() + 1, row.end(), [](const Cell& cell) { return cell == Cell(); });
  };
  if (std::all_of(table.rows.begin(), table.rows.end(), is_empty)) table.rows.clear();
  return table;
}

}  // namespace plylab::search::lab
