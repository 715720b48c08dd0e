// Journals of experiments: torn, edited, or somebody else's.
#include "search/lab/journal.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "search/lab/experiment_file.h"
#include "search/lab/stored_runs.h"
#include "tests/fuzz/target.h"

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
  if (holds_runs(text))
    attempt([&] {
      const StoredRuns stored = read_runs(text, "file");
      runs_table(stored.runs, stored.records);
    });
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << text;
  std::map<std::string, RunRecord> kept;
  attempt([&] {
    kept = Journal(path(), experiment(), made_by).kept();
    require(Journal(path(), experiment(), made_by).kept() == kept, "a journal loses a run");
  });
  std::filesystem::remove(path());
}

std::vector<std::string> seeds() {
  std::filesystem::remove(path());
  std::vector<std::string> texts;
  const auto runs = runs_of(experiment());
  {
    Journal journal(path(), experiment(), made_by);
    texts.push_back(read_file(path()));
    for (std::size_t i = 0; i < 2; ++i) {
      RunRecord record{runs[i].id(), i == 0, {}, i == 0 ? "" : "no memory", runs[i].depth()};
      record.steps.push_back({1, true, 35, "1. e4", {{"nodes", 21}, {"leaves", 20}}, 0.5});
      record.steps.push_back({2, i == 0, -31999, "1. e4 e5", {{"nodes", 59}}, 0.25});
      journal.add(runs[i], record);
    }
    texts.push_back(read_file(path()));
  }
  texts.push_back(texts.back().substr(0, texts.back().size() - 40));  // torn
  std::filesystem::remove(path());
  return texts;
}

}  // namespace plylab::fuzz
