// Journals of experiments: torn, edited, or somebody else's.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "gen/base/text.h"
#include "search/lab/experiment_file.h"
#include "search/lab/run_store.h"
#include "search/lab/tables.h"
#include "tests/fuzz/target.h"
#include "tests/support/sealed_lines.h"

namespace plylab::fuzz {
namespace {

using namespace search::lab;

/// One whose header is short enough to be changed often.
const Experiment& experiment() {
  static const Experiment small = parse_experiment(R"(
[factors]
variant = ["alphabeta", "pvs"]
depth = 2
[[positions]]
name = "array"
fen = "startpos"
)",
                                                   "small.toml", search::searchable_games())
                                      .experiment;
  return small;
}

const reports::Provenance made_by{.version = "0", .commit = "0"};

/// A file of this process, in memory where that is possible.
const std::string& path() {
  static const std::string place = [] {
    const bool shared = std::filesystem::is_directory("/dev/shm");
    const auto folder = shared ? "/dev/shm" : std::filesystem::temp_directory_path();
    return (folder / ("plylab_fuzz_" + std::to_string(getpid()))).string();
  }();
  return place;
}

}  // namespace

void run(std::string_view text) {
  const std::string sealed = testing::sealed_again(text);
  if (reports::holds_journal(sealed, runs_kind))
    attempt([&] {
      const StoredRuns stored = read_runs(sealed, "file", search::searchable_games());
      runs_table(stored.runs, stored.records);
      side_by_side_tables(stored.experiment, stored.runs, stored.records,
                          searches_in(stored.others, stored.experiment, 2));
    });
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << sealed;
  StoredRecords kept;
  attempt([&] {
    kept =
        RunStore(path(), experiment(), runs_of(experiment()), search::searchable_games(), made_by)
            .kept();
    require(
        RunStore(path(), experiment(), runs_of(experiment()), search::searchable_games(), made_by)
                .kept() == kept,
        "a store loses a run");
  });
  std::filesystem::remove(path());
}

std::vector<std::string> seeds() {
  std::filesystem::remove(path());
  std::vector<std::string> texts;
  const auto runs = runs_of(experiment());
  {
    RunStore store(path(), experiment(), runs_of(experiment()), search::searchable_games(),
                   made_by);
    texts.push_back(read_file(path()));
    store.add({{{{1, "e4", 20, {}, 0.25}, {2, "", {}, 70, 0.5}}, "ended", ""},
               "mine",
               "mine by './mine' in uci",
               "00ff",
               runs[0].start.text(),
               2});
    for (std::size_t i = 0; i < 2; ++i) {
      RunRecord record{runs[i].id(), runs[i].depth()};
      const auto costs = [&](int depth, std::uint64_t interiors, std::uint64_t leaves) {
        search::IterationCosts one{.depth = depth, .seconds = 0.25};
        one.counts.interiors = interiors;
        one.counts.leaves = leaves;
        one.counts.cut_index = {3, 1};
        return one;
      };
      record.iterations = {{costs(1, 1, 20), 35, "1. e4", "e4"}};
      if (i == 0)
        record.iterations.push_back({costs(2, 39, 20), -31999, "1. e4 e5", "e4"});
      else
        record.unfinished = {costs(2, 39, 20), true, "1. e4 e5", "no memory"};
      store.add(runs[i], record);
    }
    texts.push_back(read_file(path()));
  }
  texts.push_back(texts.back().substr(0, texts.back().size() - 40));  // torn
  std::filesystem::remove(path());
  return texts;
}

}  // namespace plylab::fuzz
