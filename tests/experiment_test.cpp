// Experiments: what a file says, which runs it makes, and what a crash leaves of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "gen/input_error.h"
#include "search/lab/experiment_file.h"
#include "search/lab/journal.h"
#include "search/lab/laboratory.h"
#include "search/lab/perform.h"

namespace plylab::search::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

constexpr std::string_view two_groups = R"(
name = "two groups"
[factors]
variant = ["alphabeta", "pvs"]
generator = "mailbox"
depth = [1, 3]
[limits]
nodes = 5000
seconds = 60
[compare]
factor = "variant"
baseline = "pvs"
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

ExperimentFile parse(const std::string& text) { return parse_experiment(text, "x.toml"); }

/// The message of the InputError that the text causes.
std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

/// A path that nobody uses, for as long as the test runs.
class TemporaryPath {
 public:
  ~TemporaryPath() { std::filesystem::remove(path_); }
  const std::string& operator*() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() /
                      ("plylab_experiment_" + std::to_string(getpid()) + ".jsonl");
};

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A record without the times, which differ from run to run.
Record timeless(Record record) {
  for (Step& step : record.steps) step.seconds = 0;
  return record;
}

/// A quick stand-in for a search, and how often it was asked.
class FakeSearch {
 public:
  std::optional<Record> operator()(const Run& run) {
    ++asked;
    return Record{run.id(), true, {{run.depth(), true, 7, "e4", {{"nodes", 10}}, 0.5}}, {}};
  }
  std::atomic<int> asked = 0;
};

std::vector<std::optional<Record>> run_fake(FakeSearch& search, const Experiment& experiment,
                                            const std::string& path) {
  Journal journal(path, experiment, {.version = "1", .commit = "a"});
  return run_all(runs_of(experiment), std::ref(search), {.journal = &journal});
}

TEST(ExperimentFile, SaysEverything) {
  const ExperimentFile file = parse(std::string(two_groups));
  EXPECT_EQ(file.experiment.name, "two groups");
  EXPECT_EQ(file.experiment.bounds.nodes, 5000U);
  EXPECT_EQ(file.experiment.bounds.seconds, 60);
  EXPECT_EQ(file.runs, "two.jsonl");
  EXPECT_EQ(file.question.baseline, "pvs");
  EXPECT_THAT(file.question.measures, ElementsAre("leaves", "nodes"));
  ASSERT_EQ(file.experiment.groups.size(), 2U);
  EXPECT_EQ(file.experiment.groups[0].starts[0].text,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_THAT(file.experiment.groups[0].levels[Factor::depth], ElementsAre("1", "3"));
  EXPECT_THAT(file.experiment.groups[1].levels[Factor::depth], ElementsAre("2"));
  EXPECT_THAT(file.experiment.groups[1].levels[Factor::generator], ElementsAre("mailbox"));
}

TEST(ExperimentFile, MakesTheFullCrossProductInOrder) {
  const std::vector<lab::Run> runs = runs_of(parse(std::string(two_groups)).experiment);
  std::vector<std::string> seen;
  std::set<std::string> ids;
  for (const lab::Run& run : runs) {
    seen.push_back(run.group + " " + run[Factor::depth] + " " + run[Factor::variant]);
    ids.insert(run.id());
  }
  EXPECT_THAT(seen, ElementsAre("array 1 alphabeta", "array 1 pvs", "array 3 alphabeta",
                                "array 3 pvs", "endings 2 alphabeta", "endings 2 pvs",
                                "endings 2 alphabeta", "endings 2 pvs"));
  EXPECT_EQ(ids.size(), runs.size());
}

TEST(ExperimentFile, NamesFileLineAndKeyOfWhatIsWrong) {
  const std::string group = "[[positions]]\nname = \"a\"\nfen = \"startpos\"\n";
  EXPECT_THAT(error_of("name = \n" + group), HasSubstr("x.toml:1: "));
  EXPECT_EQ(error_of("name = 3\n" + group), "x.toml:1: name: must be a text");
  EXPECT_EQ(error_of("[factors]\ndepht = 3\n" + group),
            "x.toml:2: factors.depht: no such key; there are depth, switches, evaluation, "
            "ordering, generator, variant");
  EXPECT_EQ(error_of("[factors]\ndepth = [3, 0]\n" + group),
            "x.toml:2: factors.depth: '0' is no depth from 1 to 127");
  EXPECT_EQ(error_of("[factors]\ndepth = 3.5\n" + group),
            "x.toml:2: factors.depth: must be texts or whole numbers");
  EXPECT_EQ(error_of("[factors]\n\ndepth = []\n" + group),
            "x.toml:3: factors.depth: must not be empty");
  EXPECT_EQ(error_of("[factors]\ndepth = [4, 5, 4]\n" + group),
            "x.toml:2: factors.depth: '4' is there twice");
  EXPECT_EQ(error_of("[factors]\ngenerator = 'foo'\n" + group),
            "x.toml:2: factors.generator: no 'foo'; there are mailbox, x88, bitboard");
  EXPECT_EQ(error_of("[limits]\nnodes = 0\n" + group), "x.toml:2: limits.nodes: must be above 0");
  EXPECT_EQ(error_of("[limits]\nseconds = 'a'\n" + group),
            "x.toml:2: limits.seconds: must be a number above 0");
  EXPECT_EQ(error_of("factors = 1\n" + group), "x.toml:1: factors: must be a table");
  EXPECT_EQ(error_of("name = 'no groups'\n"), "x.toml: no [[positions]]");
  EXPECT_EQ(error_of("[positions]\n"), "x.toml:1: positions: must be written as [[positions]]");
  EXPECT_EQ(error_of("[[positions]]\nfen = 'startpos'\n"), "x.toml:1: positions: has no name");
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\n"), HasSubstr("x.toml:1: positions: must have"));
  EXPECT_EQ(error_of(group + group), "x.toml:4: positions: two have the name 'a'");
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nfen = 'nonsense'\n"),
              HasSubstr("x.toml:3: positions.fen: FEN: "));
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nfen = ['startpos', 'startpos']\n"),
              HasSubstr("x.toml:1: positions: rnbqkbnr/"));
  EXPECT_THAT(error_of("[[positions]]\nname = 'a'\nsuite = 'nowhere'\n"),
              HasSubstr("x.toml:3: positions.suite: "));
  EXPECT_EQ(error_of("[compare]\nfactor = 'colour'\n" + group),
            "x.toml:2: compare.factor: no factor 'colour'; there are depth, switches, evaluation, "
            "ordering, generator, variant");
  EXPECT_THAT(error_of("[compare]\nbaseline = 'foo'\n" + group),
              HasSubstr("x.toml:1: compare.baseline: no 'foo'; there are "));
}

TEST(Journal, GoesOnFromEveryByteOfTheLastLine) {
  const Experiment experiment = parse(std::string(two_groups)).experiment;
  const TemporaryPath path;
  FakeSearch first;
  const auto records = run_fake(first, experiment, *path);
  EXPECT_EQ(first.asked, 8);
  const std::string whole = read(*path);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t size = last_line; size < whole.size(); ++size) {
    write(*path, std::string_view(whole).substr(0, size));
    FakeSearch again;
    EXPECT_EQ(run_fake(again, experiment, *path), records);
    EXPECT_EQ(again.asked, 1);
    ASSERT_EQ(read(*path), whole) << "torn after byte " << size;
  }
  FakeSearch none;
  EXPECT_EQ(run_fake(none, experiment, *path), records);
  EXPECT_EQ(none.asked, 0);
}

TEST(Journal, BeginsAnewWhereTheHeaderIsTorn) {
  const Experiment experiment = parse(std::string(two_groups)).experiment;
  const TemporaryPath path;
  FakeSearch search;
  run_fake(search, experiment, *path);
  const std::string whole = read(*path);
  for (std::size_t size = 0; size < whole.find('\n'); size += 7) {
    write(*path, std::string_view(whole).substr(0, size));
    const Journal journal(*path, experiment, {.version = "1", .commit = "a"});
    EXPECT_THAT(journal.kept(), IsEmpty());
    ASSERT_EQ(read(*path), whole.substr(0, whole.find('\n') + 1)) << "torn after byte " << size;
  }
}

TEST(Journal, TouchesNothingThatItDidNotWrite) {
  Experiment experiment = parse(std::string(two_groups)).experiment;
  const TemporaryPath path;
  const auto error = [&](const reports::Provenance& made_by = {.version = "1", .commit = "a"}) {
    const std::string before = read(*path);
    try {
      const Journal journal(*path, experiment, made_by);
    } catch (const InputError& caught) {
      EXPECT_EQ(read(*path), before);
      return std::string(caught.what());
    }
    return std::string("none");
  };
  write(*path, "my notes");
  EXPECT_EQ(error(), "'" + *path + "' holds no runs of plylab");
  write(*path, "my notes\nand more\n");
  EXPECT_EQ(error(), *path + ":1: no header of runs of plylab");
  write(*path, "");
  FakeSearch search;
  run_fake(search, experiment, *path);
  EXPECT_EQ(error({.version = "1", .commit = "b"}),
            "'" + *path + "' holds runs of plylab 1 (a), and this is plylab 1 (b)");
  {
    const Journal open(*path, experiment, {.version = "1", .commit = "a"});
    EXPECT_EQ(error(), "'" + *path + "' is being written by another plylab");
  }
  const std::string whole = read(*path);
  write(*path, whole + "{\"id\":1}\n");
  EXPECT_EQ(error(), *path + ":10: no line of a run");
  write(*path, whole);
  experiment.groups[1].starts.pop_back();
  EXPECT_EQ(error(), "'" + *path + "' holds the runs of another experiment");
  EXPECT_THAT([&] { Journal("/nowhere/at/all", experiment, {}); },
              ::testing::ThrowsMessage<InputError>("cannot open '/nowhere/at/all': No such file or "
                                                   "directory"));
}

TEST(Record, SurvivesTheLine) {
  const lab::Run run = runs_of(parse(std::string(two_groups)).experiment)[0];
  const Record record{run.id(),
                      false,
                      {{1, true, -3, "1. e4", {{"nodes", 21}, {"leaves", 20}}, 0.25},
                       {2, false, 31998, "", {{"nodes", 1ULL << 60}}, 1e-7}},
                      42};
  EXPECT_EQ(record_in(to_line(run, record)), record);
  EXPECT_EQ(record.total("nodes"), 21 + (1ULL << 60));
  EXPECT_EQ(record_in("{}"), std::nullopt);
  EXPECT_EQ(record_in("\0\0\0"), std::nullopt);
}

TEST(Laboratory, GivesTheSameWithEveryNumberOfThreads) {
  const std::vector<lab::Run> runs = runs_of(parse(std::string(two_groups)).experiment);
  const std::atomic<bool> stop = false;
  const auto search = [&](const lab::Run& run) {
    auto record = perform(run, stop);
    return record ? std::optional(timeless(*record)) : std::nullopt;
  };
  const auto alone = run_all(runs, search, {.threads = 1});
  EXPECT_EQ(run_all(runs, search, {.threads = 1}), alone);
  EXPECT_EQ(run_all(runs, search, {.threads = 3}), alone);

  const std::vector<lab::Run> backwards(runs.rbegin(), runs.rend());
  auto records = run_all(backwards, search, {.threads = 2});
  std::reverse(records.begin(), records.end());
  EXPECT_EQ(records, alone);
  for (const auto& record : alone) EXPECT_TRUE(record);
}

TEST(Laboratory, WritesTheSameLinesWithEveryNumberOfThreads) {
  const Experiment experiment = parse(std::string(two_groups)).experiment;
  const TemporaryPath path;
  FakeSearch search;
  run_fake(search, experiment, *path);
  const auto lines = lines_of(read(*path));
  std::filesystem::remove(*path);
  {
    Journal journal(*path, experiment, {.version = "1", .commit = "a"});
    run_all(runs_of(experiment), std::ref(search), {.threads = 4, .journal = &journal});
  }
  EXPECT_THAT(lines_of(read(*path)), UnorderedElementsAreArray(lines));
}

TEST(Laboratory, CensorsWhatALimitCutOff) {
  Experiment experiment = parse(std::string(two_groups)).experiment;
  experiment.bounds.nodes = 100;
  const std::atomic<bool> stop = false;
  const lab::Run run = runs_of(experiment)[2];  // the array to depth 3
  const auto record = perform(run, stop);
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->complete);
  EXPECT_EQ(record->total("nodes"), 100U);
}

TEST(Laboratory, StopsAndFailsCleanly) {
  const std::vector<lab::Run> runs = runs_of(parse(std::string(two_groups)).experiment);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(perform(runs[2], stop), std::nullopt);
  FakeSearch search;
  for (const auto& record : run_all(runs, std::ref(search), {.stop = &stop})) EXPECT_FALSE(record);
  EXPECT_EQ(search.asked, 0);
  EXPECT_THROW(
      run_all(runs, [](const lab::Run&) -> std::optional<Record> { throw InputError("x"); },
              {.threads = 2}),
      InputError);
}

}  // namespace
}  // namespace plylab::search::lab
