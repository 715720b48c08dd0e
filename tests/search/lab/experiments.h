// What the tests of experiments share: a small experiment and a stand-in for searches.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/lab/experiment_file.h"
#include "search/lab/pipeline.h"
#include "search/lab/run_record.h"
#include "search/lab/run_store.h"

namespace plylab::search::lab {

/// Two groups, three starts, eight runs.
inline constexpr std::string_view two_groups = R"(
name = "two groups"
[factors]
variant = ["alphabeta-soft", "pvs-soft"]
generator = "mailbox"
depth = [1, 3]
[limits]
nodes = 5000
seconds = 60
[compare]
factor = "variant"
baseline = "pvs-soft"
measure = ["leaves", "nodes"]
[output]
runs = "two.jsonl"
[[positions]]
name = "array"
fen = "startpos"
[[positions]]
name = "endings"
fen = ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
depth = 2
)";

/// Names as levels.
inline std::vector<Level> names(const std::vector<std::string>& all) {
  return {all.begin(), all.end()};
}

inline Experiment two_groups_experiment() {
  return parse_experiment(two_groups, "x.toml", searchable_games()).experiment;
}

/// All records of the runs, by what executes one, with a store if there is one. If something is
/// thrown, `records` has what was done.
template <class Execute>
RunRecords run_all(const std::vector<Run>& runs, Execute&& execute,
                   JobSettings<RunRecord> settings = {}, RunStore* store = nullptr,
                   RunRecords* done = nullptr) {
  if (store) {
    settings.find = [&, store](std::size_t i) {
      const auto kept = store->kept().runs.find(runs[i].id());
      return kept == store->kept().runs.end() ? nullptr : &kept->second;
    };
    settings.add = [&, store](std::size_t i, const RunRecord& record) {
      store->add(runs[i], record);
    };
  }
  RunRecords records;
  run_jobs<RunRecord>(
      runs.size(), [&](std::size_t i, std::size_t) { return execute(runs[i]); }, settings,
      done ? *done : records);
  return records;
}

/// Counters with so many nodes, some of which are leaves.
inline Counters counts_of(std::uint64_t nodes, std::uint64_t leaves = 0) {
  Counters counts;
  counts.interiors = nodes - leaves;
  counts.leaves = leaves;
  return counts;
}

/// A finished iteration.
inline RunIteration iteration_of(int depth, std::uint64_t nodes, Value value = 7) {
  return {{.depth = depth, .counts = counts_of(nodes), .seconds = 0.5}, value};
}
/// An iteration that a limit has ended.
inline UnfinishedRunIteration unfinished_of(int depth, std::uint64_t nodes) {
  return {{.depth = depth, .counts = counts_of(nodes), .seconds = 0.5}};
}

/// A start of chess: each name has a position of its own.
inline Start start_named(const std::string& name) {
  int number = 1;
  for (const char letter : name) number = 31 * number % 997 + letter;
  return {name,
          searchable_chess().info.parse("4k3/8/8/8/8/8/8/4K2R w - - 0 " + std::to_string(number))};
}

/// A quick stand-in for a search, and how often it was asked.
class FakeSearch {
 public:
  std::optional<RunRecord> operator()(const Run& run) {
    ++asked;
    RunRecord record{run.id(), run.depth(), {iteration_of(run.depth(), 10)}};
    record.iterations[0].line = "e4";
    return record;
  }
  std::atomic<int> asked = 0;
};

}  // namespace plylab::search::lab
