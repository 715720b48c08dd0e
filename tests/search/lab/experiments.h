// What the tests of experiments share: a small experiment and a stand-in for searches.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/lab/experiment_file.h"
#include "search/lab/run_record.h"
#include "search/lab/runner.h"

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

inline Experiment two_groups_experiment() {
  return parse_experiment(two_groups, "x.toml", searchable_games()).experiment;
}

/// All records, of a laboratory in which nothing is thrown.
inline RunRecords run_all(const std::vector<Run>& runs, const ExecuteRun& execute_run,
                          const RunOptions& options) {
  RunRecords records;
  run_all(runs, execute_run, options, records);
  return records;
}

/// A quick stand-in for a search, and how often it was asked.
class FakeSearch {
 public:
  std::optional<RunRecord> operator()(const Run& run) {
    ++asked;
    return RunRecord{
        run.id(), true, {{run.depth(), true, 7, "e4", {{"nodes", 10}}, 0.5}}, "", run.depth()};
  }
  std::atomic<int> asked = 0;
};

}  // namespace plylab::search::lab
