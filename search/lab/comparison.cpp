#include "search/lab/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/base/switches.h"
#include "search/base/value_text.h"
#include "search/lab/blocks.h"
#include "search/lab/comparison_table.h"
#include "search/lab/statistics.h"
#include "search/run/registry.h"

namespace plylab::search::lab {
namespace {

using reports::Table;

/// The selective switches that a run has on, by its search or by name.
std::string selective_in(const Run& run) {
  const Switches wishes = parse_switches(name_of(Factor::switches), run[Factor::switches]);
  return selective_switches(overlay(wishes, preset_of(search_of(run[Factor::variant])).switches));
}

/// What the run has and the other has not, of all that a value must not depend on.
std::string unlike(const Run& run, const Run& other) {
  std::vector<std::string> levels;
  if (run[Factor::variant] != other[Factor::variant]) levels.push_back(run[Factor::variant]);
  for (const Factor factor : {Factor::ordering, Factor::generator})
    if (run[factor] != other[factor])
      levels.push_back(fmt::format("{} {}", name_of(factor), run[factor]));
  return fmt::format("{}", fmt::join(levels, ", "));
}

/// The pairs of levels that a comparison asks for.
std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& levels,
                                                          const std::string& baseline) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (baseline == "all") {
    for (std::size_t i = 0; i < levels.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.emplace_back(levels[i], levels[j]);
  } else {
    const std::string& base = baseline.empty() ? levels.front() : baseline;
    for (const std::string& level : levels)
      if (level != base) pairs.emplace_back(level, base);
  }
  return pairs;
}

constexpr std::string_view of_last = "last_nodes";

/// Whether the minimal tree is among what is compared. It is one iteration, and has no time.
bool has_minimal(const Experiment& experiment, Factor compared) {
  return compared == Factor::variant &&
         std::any_of(experiment.groups.begin(), experiment.groups.end(), [](const Group& group) {
           const auto& variants = group.levels[Factor::variant];
           return std::find(variants.begin(), variants.end(), minimal_variant) != variants.end();
         });
}

/// Whether the levels have this cost both: the minimal tree has nodes of its last iteration alone.
bool comparable(const std::string& ours, const std::string& theirs, Factor compared,
                const Measure& measure) {
  return compared != Factor::variant || measure.name == of_last ||
         (ours != minimal_variant && theirs != minimal_variant);
}

/// A row for each pair of levels that have been run on a start at least.
std::vector<ComparedRow> compared_levels(const Experiment& experiment, const std::vector<Run>& runs,
                                         const RunRecords& records,
                                         const ComparisonSpec& comparison, const Measure& measure) {
  std::vector<ComparedRow> rows;
  for (const Group& group : experiment.groups)
    for (const Block& block : blocks_of(group, runs, records, comparison.factor))
      for (const auto& [ours, theirs] :
           pairs_of(group.levels[comparison.factor], comparison.baseline)) {
        if (!comparable(ours, theirs, comparison.factor, measure)) continue;
        if (const Comparison result = compare_levels(block, ours, theirs, measure);
            result.averaged() + result.censored > 0)
          rows.push_back({block.name, ours, theirs, result});
      }
  return rows;
}

Table measure_table(const Experiment& experiment, const std::vector<Run>& runs,
                    const RunRecords& records, const ComparisonSpec& comparison,
                    const Measure& measure) {
  Table table =
      comparison_table({measure.name, measure.heading, name_of(comparison.factor), "starts"},
                       compared_levels(experiment, runs, records, comparison, measure));
  table.notes.push_back(fmt::format("{}: {}", measure.name, measure.summary));
  if (has_minimal(experiment, comparison.factor))
    table.notes.emplace_back(measure.name == of_last
                                 ? "of the last iteration, since minimal has no other"
                                 : "without minimal, which has last_nodes alone");
  return table;
}

}  // namespace

const std::array<Measure, 5> measures = {
    Measure{"nodes", [](const RunRecord& r) { return static_cast<double>(r.total("nodes")); },
            "Nodes of all iterations", "calls of the search function in all iterations"},
    Measure{"last_nodes",
            [](const RunRecord& r) {
              // Of an iteration that was never begun nothing is known.
              return r.last().depth == r.depth ? static_cast<double>(r.last().count("nodes")) : 0;
            },
            "Nodes of the last iteration", "calls of the search function in the last iteration"},
    Measure{"leaves", [](const RunRecord& r) { return static_cast<double>(r.total("leaves")); },
            "Leaves of all iterations", "calls at depth 0 in all iterations"},
    Measure{"visited",
            [](const RunRecord& r) {
              return static_cast<double>(r.total("nodes") + r.total("quiescence"));
            },
            "Visited in all iterations",
            "nodes and positions of the quiescence search in all iterations"},
    Measure{"seconds", [](const RunRecord& r) { return r.seconds(); }, "Seconds of all iterations",
            "wall time of all iterations"},
};

Comparison compare_levels(const Block& block, const std::string& ours, const std::string& theirs,
                          const Measure& measure) {
  const auto cost = [&](const RunRecord& record) {
    return Cost{measure.of(record), !record.complete};
  };
  std::vector<Pair> pairs;
  if (const auto runs = block.by_level.find(ours); runs != block.by_level.end())
    for (const auto& [start, record] : runs->second)
      if (const RunRecord* other = block.find(theirs, start)) {
        const Pair pair{cost(*record), cost(*other)};
        const auto has_count = [](const Cost& c) { return c.censored || c.amount > 0; };
        if (has_count(pair.ours) && has_count(pair.theirs)) pairs.push_back(pair);
      }
  return compare(pairs);
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const Measure& measure : measures) names.emplace_back(measure.name);
  return names;
}

void check(const ComparisonSpec& comparison, const Experiment& experiment, std::string_view where) {
  select_names(fmt::format("{}measure", where), comparison.measures, measure_names());
  if (comparison.baseline.empty() || comparison.baseline == "all") return;
  for (const Group& group : experiment.groups)
    select_names(fmt::format("{}baseline", where), {comparison.baseline},
                 group.levels[comparison.factor]);
}

std::vector<Table> comparisons(const Experiment& experiment, const std::vector<Run>& runs,
                               const RunRecords& records, const ComparisonSpec& comparison) {
  std::vector<std::string> wanted = comparison.measures;
  if (has_minimal(experiment, comparison.factor))
    std::replace(wanted.begin(), wanted.end(), std::string("nodes"), std::string(of_last));
  std::vector<Table> tables;
  for (const Measure& measure : measures)
    if (std::find(wanted.begin(), wanted.end(), measure.name) != wanted.end())
      tables.push_back(measure_table(experiment, runs, records, comparison, measure));
  return tables;
}

std::string selective_switches_in(const std::vector<Run>& runs) {
  std::set<std::string> names;
  for (const Run& run : runs)
    if (const std::string selective = selective_in(run); !selective.empty())
      names.insert(selective);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> value_differences(const std::vector<Run>& runs,
                                           const RunRecords& records) {
  std::map<std::string, std::size_t> first;  // of the runs that must agree
  std::vector<std::string> differences;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Run& run = runs[i];
    if (!records[i] || !records[i]->complete || !selective_in(run).empty()) continue;
    const auto same =
        fmt::format("{} | {} | {} | {} | {}", run.group, run.start.text, run[Factor::depth],
                    run[Factor::switches], run[Factor::evaluation]);
    const std::size_t j = first.emplace(same, i).first->second;
    if (records[j]->last().value != records[i]->last().value)
      differences.push_back(fmt::format("{}, {}: the value is {} by {} and {} by {}", run.group,
                                        run.start.name, value_text(records[j]->last().value),
                                        unlike(runs[j], run), value_text(records[i]->last().value),
                                        unlike(run, runs[j])));
  }
  return differences;
}

}  // namespace plylab::search::lab
