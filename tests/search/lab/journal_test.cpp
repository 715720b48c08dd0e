// The file in which runs are kept: what a crash leaves of it, and what it leaves of a crash.
#include "search/lab/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "search/lab/description.h"
#include "search/lab/extension.h"
#include "search/lab/runner.h"
#include "search/lab/stored_runs.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"

namespace plylab::search::lab {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

/// A path that nobody uses, for as long as the test runs.
class TemporaryPath {
 public:
  ~TemporaryPath() { std::filesystem::remove(path_); }
  const std::string& operator*() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() /
                      ("plylab_experiment_" + std::to_string(getpid()) + ".jsonl");
};

void write(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::optional<RunRecord>> run_fake(FakeSearch& search, const Experiment& experiment,
                                               const std::string& path) {
  Journal journal(path, experiment, {.version = "1", .commit = "a"});
  return run_all(runs_of(experiment), std::ref(search), {.journal = &journal});
}

TEST(RunRecord, SurvivesTheLine) {
  const lab::Run run = runs_of(two_groups_experiment())[2];  // to depth 3
  const RunRecord record{
      run.id(),
      false,
      {{1, true, -3, "1. e4", {{"nodes", 21}, {"leaves", 20}}, 0.25},
       {2, false, 31998, "", {{"nodes", 1ULL << 60}}, 1e-7}},
      "the memory is full",
      run.depth(),
  };
  EXPECT_EQ(parse_record(to_line(run, record), "x"), record);
  EXPECT_EQ(record.total("nodes"), 21 + (1ULL << 60));
  const auto refusal = [](std::string_view line) {
    return testing::input_error_of([&] { parse_record(line, "x:7"); });
  };
  EXPECT_EQ(refusal("{}"), "x:7: no line of a run: it has no 'id'");
  EXPECT_EQ(refusal("\0\0\0"), "x:7: no line of a run: it makes no sense from byte 1 on");
}

TEST(Journal, GoesOnFromEveryByteOfTheLastLine) {
  const Experiment experiment = two_groups_experiment();
  const TemporaryPath path;
  FakeSearch first;
  const auto records = run_fake(first, experiment, *path);
  EXPECT_EQ(first.asked, 8);
  const std::string whole = read_file(*path);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t size = last_line; size < whole.size(); ++size) {
    write(*path, std::string_view(whole).substr(0, size));
    FakeSearch again;
    EXPECT_EQ(run_fake(again, experiment, *path), records);
    EXPECT_EQ(again.asked, 1);
    ASSERT_EQ(read_file(*path), whole) << "torn after byte " << size;
  }
  FakeSearch none;
  EXPECT_EQ(run_fake(none, experiment, *path), records);
  EXPECT_EQ(none.asked, 0);
}

TEST(Journal, BeginsAnewWhereTheHeaderIsTorn) {
  const Experiment experiment = two_groups_experiment();
  const TemporaryPath path;
  FakeSearch search;
  run_fake(search, experiment, *path);
  const std::string whole = read_file(*path);
  for (std::size_t size = 0; size < whole.find('\n'); size += 7) {
    write(*path, std::string_view(whole).substr(0, size));
    const Journal journal(*path, experiment, {.version = "1", .commit = "a"});
    EXPECT_THAT(journal.kept(), IsEmpty());
    ASSERT_EQ(read_file(*path), whole.substr(0, whole.find('\n') + 1))
        << "torn after byte " << size;
  }
}

TEST(Journal, TouchesNothingThatItDidNotWrite) {
  Experiment experiment = two_groups_experiment();
  const TemporaryPath path;
  const auto error = [&](const reports::Provenance& made_by = {.version = "1", .commit = "a"}) {
    const std::string before = read_file(*path);
    try {
      const Journal journal(*path, experiment, made_by);
    } catch (const InputError& caught) {
      EXPECT_EQ(read_file(*path), before);
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
  const std::string whole = read_file(*path);
  std::string by_nobody = whole;
  write(*path, by_nobody.replace(by_nobody.find("\"provenance\":"), 13, "\"provenance\":7,\"x\":"));
  EXPECT_EQ(error(),
            *path + ":1: no header of runs of plylab: it has a number where an object belongs");
  write(*path, whole);
  EXPECT_EQ(error({.version = "1", .commit = "b"}),
            "'" + *path + "' holds runs of plylab 1 (a), and this is plylab 1 (b)");
  {
    const Journal open(*path, experiment, {.version = "1", .commit = "a"});
    EXPECT_EQ(error(), "'" + *path + "' is being written by another plylab");
  }
  write(*path, whole + "{\"id\":1}\n");
  EXPECT_EQ(error(), *path + ":10: no line of a run: it has a number where a text belongs");
  const std::string last = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
  std::string changed = last;
  write(*path, whole + changed.replace(changed.rfind("\"seconds\":"), 10, "\"seconds\":7"));
  EXPECT_EQ(error(), *path + ":10: its 'seconds' contradicts the rest, or the experiment");
  write(*path, whole);
  experiment.limits.nodes = 7;
  EXPECT_EQ(error(), "'" + *path +
                         "' holds the runs of another experiment: limits.nodes is 5000 there and 7 "
                         "here");
  EXPECT_THAT([&] { Journal("/nowhere/at/all", experiment, {}); },
              ::testing::ThrowsMessage<InputError>("cannot open '/nowhere/at/all': No such file or "
                                                   "directory"));
}

/// The two groups with a depth and a variant less than they have.
Experiment smaller_experiment() {
  Experiment experiment = two_groups_experiment();
  experiment.groups[0].levels[Factor::depth].pop_back();
  experiment.groups[1].levels[Factor::variant].pop_back();
  return experiment;
}

TEST(Journal, IsGoneOnWithByAnExperimentThatHasMore) {
  const Experiment smaller = smaller_experiment(), whole = two_groups_experiment();
  const TemporaryPath path;
  FakeSearch first, second, none;
  run_fake(first, smaller, *path);
  EXPECT_EQ(first.asked, 4);
  const std::string before = read_file(*path);
  const auto records = run_fake(second, whole, *path);
  EXPECT_EQ(second.asked, 4);
  const std::string text = read_file(*path);
  EXPECT_TRUE(text.starts_with(before));
  EXPECT_EQ(run_fake(none, whole, *path), records);
  EXPECT_EQ(none.asked, 0);
  EXPECT_EQ(read_file(*path), text);
  const StoredRuns stored = read_runs(text, "x");
  EXPECT_EQ(stored.records, records);
  EXPECT_EQ(description(stored.experiment), description(whole));

  // A crash while the second header is written leaves the smaller experiment.
  const std::size_t header_end = text.find('\n', before.size());
  for (std::size_t size = before.size(); size < header_end; size += 11) {
    write(*path, std::string_view(text).substr(0, size));
    EXPECT_EQ(read_runs(read_file(*path), "x").runs.size(), 4U);
    FakeSearch again;
    EXPECT_EQ(run_fake(again, whole, *path), records);
    EXPECT_EQ(again.asked, 4);
    ASSERT_EQ(read_file(*path), text) << "torn after byte " << size;
  }
}

TEST(Extension, SaysWhatIsLost) {
  const Experiment smaller = smaller_experiment(), whole = two_groups_experiment();
  EXPECT_EQ(what_is_lost(whole, whole), "");
  EXPECT_EQ(what_is_lost(smaller, whole), "");
  EXPECT_EQ(what_is_lost(whole, smaller), "there the group 'array' has the depth '3'");
  const auto changed = [&](const std::function<void(Experiment&)>& change) {
    Experiment other = whole;
    change(other);
    return what_is_lost(whole, other);
  };
  EXPECT_EQ(changed([](Experiment& one) { one.name = "b"; }),
            "its name is 'two groups' there and 'b' here");
  EXPECT_EQ(changed([](Experiment& one) { one.limits.seconds = 1.5; }),
            "limits.seconds is 60 there and 1.5 here");
  EXPECT_EQ(changed([](Experiment& one) { one.groups.pop_back(); }),
            "the group 'endings' is there and not here");
  EXPECT_EQ(changed([](Experiment& one) { one.groups[1].starts[0].text += " "; }),
            "there the group 'endings' has the start '" + whole.groups[1].starts[0].name + "'");
  EXPECT_EQ(
      changed([](Experiment& one) { one.groups[0].levels[Factor::variant].emplace_back("mtdf"); }),
      "the table of all searches in the group 'array' is 0 MiB there and 64 MiB here");
}

TEST(Journal, WritesTheSameLinesWithEveryNumberOfThreads) {
  const Experiment experiment = two_groups_experiment();
  const TemporaryPath path;
  FakeSearch search;
  run_fake(search, experiment, *path);
  const auto lines = lines_of(read_file(*path));
  std::filesystem::remove(*path);
  {
    Journal journal(*path, experiment, {.version = "1", .commit = "a"});
    run_all(runs_of(experiment), std::ref(search), {.threads = 4, .journal = &journal});
  }
  EXPECT_THAT(lines_of(read_file(*path)), UnorderedElementsAreArray(lines));
}

}  // namespace
}  // namespace plylab::search::lab
