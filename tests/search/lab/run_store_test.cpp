// The file in which runs are kept: what survives a crash, what an edited file is taken for, and
// what can be read from it alone.
#include "search/lab/run_store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <tuple>

#include "gen/base/files.h"
#include "gen/base/input_error.h"
#include "reports/formats/format.h"
#include "search/lab/tables.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"
#include "tests/support/sealed_lines.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

using plylab::testing::sealed_again;

std::string unused_path() {
  std::string path = testing::temporary("runs.jsonl");
  std::filesystem::remove(path);
  return path;
}

void write(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

constexpr const char* edited =
    "the line does not have its checksum: it was edited or damaged, or belongs to "
    "another file";

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::optional<RunRecord>> run_fake(FakeSearch& search, const Experiment& experiment,
                                               const std::string& path) {
  RunStore store(path, experiment, runs_of(experiment), searchable_games(),
                 {.version = "1", .commit = "a"});
  return run_all(runs_of(experiment), std::ref(search), {}, &store);
}

TEST(RunRecord, SurvivesTheLine) {
  const lab::Run run = runs_of(two_groups_experiment())[2];  // to depth 3
  RunRecord record{run.id(), run.depth()};
  record.minimal = Minimal{9, 4, 7};
  record.iterations = {{{1, counts_of(21, 20), 15, 0.25}, -3, "1. e4", "e4", true}};
  record.unfinished = {{2, counts_of(1ULL << 60), 0, 1e-7}, true, "1. d4", "the memory is full"};
  Counters& counts = record.iterations[0].counts;
  counts.cutoffs = 8;
  counts.research_nodes = 3;
  counts.cut_index = {5, 0, 2};
  counts.cut_index.back() = 1;
  std::iota(counts.events.begin(), counts.events.end(), 100);  // each another number
  EXPECT_EQ(parse_record(to_line(run, record), "x"), record);
  EXPECT_EQ(record.nodes(), 21 + (1ULL << 60));
  const auto refusal = [](std::string_view line) {
    return testing::input_error_of([&] { parse_record(line, "x:7"); });
  };
  EXPECT_EQ(refusal("{}"), "x:7: no line of a run: it has no 'id'");
  EXPECT_EQ(refusal("\0\0\0"), "x:7: no line of a run: it has a syntax error at byte 1");
}

TEST(RunStore, ContinuesFromEveryByteOfTheLastLine) {
  const Experiment experiment = two_groups_experiment();
  const std::string path = unused_path();
  FakeSearch first;
  const auto records = run_fake(first, experiment, path);
  EXPECT_EQ(first.asked, 8);
  const std::string whole = read_file(path);
  const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t size = last_line; size < whole.size(); ++size) {
    write(path, std::string_view(whole).substr(0, size));
    FakeSearch again;
    EXPECT_EQ(run_fake(again, experiment, path), records);
    EXPECT_EQ(again.asked, 1);
    ASSERT_EQ(read_file(path), whole) << "torn after byte " << size;
  }
  FakeSearch none;
  EXPECT_EQ(run_fake(none, experiment, path), records);
  EXPECT_EQ(none.asked, 0);
}

TEST(RunStore, BeginsAnewWhereTheHeaderIsTorn) {
  const Experiment experiment = two_groups_experiment();
  const std::string path = unused_path();
  FakeSearch search;
  run_fake(search, experiment, path);
  const std::string whole = read_file(path);
  for (std::size_t size = 0; size < whole.find('\n'); size += 7) {
    write(path, std::string_view(whole).substr(0, size));
    const RunStore store(path, experiment, runs_of(experiment), searchable_games(),
                         {.version = "1", .commit = "a"});
    EXPECT_THAT(store.kept().runs, IsEmpty());
    ASSERT_EQ(read_file(path), whole.substr(0, whole.find('\n') + 1)) << "torn after byte " << size;
  }
}

TEST(RunStore, TouchesNothingThatItDidNotWrite) {
  Experiment experiment = two_groups_experiment();
  const std::string path = unused_path();
  const auto error = [&](const reports::Provenance& made_by = {.version = "1", .commit = "a"}) {
    const std::string before = read_file(path);
    try {
      const RunStore store(path, experiment, runs_of(experiment), searchable_games(), made_by);
    } catch (const InputError& caught) {
      EXPECT_EQ(read_file(path), before);
      return std::string(caught.what());
    }
    return std::string("none");
  };
  write(path, "my notes");
  EXPECT_EQ(error(), "'" + path + "' holds no runs of plylab");
  write(path, "my notes\nand more\n");
  EXPECT_EQ(error(), path + ":1: no header of runs of plylab");
  write(path, "");
  FakeSearch search;
  run_fake(search, experiment, path);
  const std::string whole = read_file(path);
  std::string by_nobody = whole;
  write(path, sealed_again(by_nobody.replace(by_nobody.find("\"provenance\":"), 13,
                                             "\"provenance\":7,\"x\":")));
  EXPECT_EQ(error(),
            path + ":1: no header of runs of plylab: it has a number where an object belongs");
  write(path, whole);
  EXPECT_EQ(error({.version = "1", .commit = "b"}),
            "'" + path + "' holds runs of plylab 1 (a), and this is plylab 1 (b)");
  {
    const RunStore open(path, experiment, runs_of(experiment), searchable_games(),
                        {.version = "1", .commit = "a"});
    EXPECT_EQ(error(), "'" + path + "' is being written by another plylab");
  }
  write(path, whole + reports::sealed("{\"id\":1}", plylab::testing::header_of(whole)) + "\n");
  EXPECT_EQ(error(), path + ":10: no line of a run: id: it has a number where a text belongs");
  const std::string last = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
  std::string changed = last;
  write(path, whole + changed.replace(changed.rfind("\"seconds\":"), 10, "\"seconds\":7"));
  EXPECT_EQ(error(), path + ":10: " + edited);
  write(path, whole);
  experiment.limits.nodes = 7;
  EXPECT_EQ(error(),
            "'" + path +
                "' holds the runs of another experiment: limits.nodes is 5000 in the file and 7 "
                "here");
  EXPECT_THAT(
      [&] { RunStore("/nowhere/at/all", experiment, runs_of(experiment), searchable_games(), {}); },
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

TEST(RunStore, IsExtendedByALargerExperiment) {
  const Experiment smaller = smaller_experiment(), whole = two_groups_experiment();
  const std::string path = unused_path();
  FakeSearch first, second, none;
  run_fake(first, smaller, path);
  EXPECT_EQ(first.asked, 4);
  const std::string before = read_file(path);
  const auto records = run_fake(second, whole, path);
  EXPECT_EQ(second.asked, 4);
  const std::string text = read_file(path);
  EXPECT_TRUE(text.starts_with(before));
  EXPECT_EQ(run_fake(none, whole, path), records);
  EXPECT_EQ(none.asked, 0);
  EXPECT_EQ(read_file(path), text);
  const StoredRuns stored = read_runs(text, "x", searchable_games());
  EXPECT_EQ(stored.records, records);
  EXPECT_EQ(description(stored.experiment), description(whole));

  // A crash while the second header is written leaves the smaller experiment.
  const std::size_t header_end = text.find('\n', before.size());
  for (std::size_t size = before.size(); size < header_end; size += 11) {
    write(path, std::string_view(text).substr(0, size));
    EXPECT_EQ(read_runs(read_file(path), "x", searchable_games()).runs.size(), 4U);
    FakeSearch again;
    EXPECT_EQ(run_fake(again, whole, path), records);
    EXPECT_EQ(again.asked, 4);
    ASSERT_EQ(read_file(path), text) << "torn after byte " << size;
  }
}

TEST(Extension, NamesWhatIsLost) {
  const Experiment smaller = smaller_experiment(), whole = two_groups_experiment();
  EXPECT_EQ(first_incompatibility(whole, whole), "");
  EXPECT_EQ(first_incompatibility(smaller, whole), "");
  EXPECT_EQ(first_incompatibility(whole, smaller),
            "in the file, the group 'array' has the depth '3': include it, or name another file");
  const auto changed = [&](const std::function<void(Experiment&)>& change) {
    Experiment other = whole;
    change(other);
    return first_incompatibility(whole, other);
  };
  EXPECT_EQ(changed([](Experiment& one) { one.name = "b"; }),
            "name is 'two groups' in the file and 'b' here");
  EXPECT_EQ(changed([](Experiment& one) { one.limits.seconds = 1.5; }),
            "limits.seconds is 60 in the file and 1.5 here");
  for (const auto& [field, known, text] :
       {std::tuple("endgames", &Experiment::endgames, "6 tables 1a"),
        {"book", &Experiment::book, "book 1a"}}) {
    Experiment with = whole;
    with.*known = text;
    EXPECT_EQ(first_incompatibility(whole, with), "");
    EXPECT_EQ(first_incompatibility(with, whole),
              fmt::format("{} is '{}' in the file and '' here", field, text));
  }
  EXPECT_EQ(changed([](Experiment& one) { one.groups.pop_back(); }),
            "the group 'endings' is only in the file");
  EXPECT_EQ(changed([](Experiment& one) {
              one.groups[1].starts[0].position = one.groups[0].starts[0].position;
            }),
            "in the file, the group 'endings' has the start '" + whole.groups[1].starts[0].name +
                "': include it, or name another file");
  EXPECT_EQ(changed([](Experiment& one) {
              one.groups[0].levels[Factor::variant].emplace_back(std::string("mtdf"));
            }),
            "the table of all searches in the group 'array' is 0 MiB in the file and 64 MiB here");
}

TEST(RunStore, WritesTheSameLinesWithEveryNumberOfThreads) {
  const Experiment experiment = two_groups_experiment();
  const std::string path = unused_path();
  FakeSearch search;
  run_fake(search, experiment, path);
  const auto lines = lines_of(read_file(path));
  std::filesystem::remove(path);
  {
    RunStore store(path, experiment, runs_of(experiment), searchable_games(),
                   {.version = "1", .commit = "a"});
    run_all(runs_of(experiment), std::ref(search), {.threads = 4}, &store);
  }
  EXPECT_THAT(lines_of(read_file(path)), UnorderedElementsAreArray(lines));
}

/// The file of the two groups' runs, which a stand-in has searched.
std::string runs_file(const ComparisonSpec& comparison = {}) {
  const plylab::testing::TemporaryFile file("", "runs");
  const Experiment experiment = two_groups_experiment();
  FakeSearch search;
  RunStore store(file.path(), experiment, runs_of(experiment), searchable_games(),
                 {.version = "1", .commit = "a", .threads = 3}, comparison);
  run_all(runs_of(experiment), std::ref(search), {}, &store);
  return read_file(file.path());
}

std::string complaint(const std::string& text) {
  return plylab::testing::input_error_of([&] { read_runs(text, "'x'", searchable_games()); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

std::string complaint_about(const std::string& from, const std::string& to) {
  return complaint(sealed_again(replaced(runs_file(), from, to)));
}

TEST(StoredRuns, HaveAllThatTheExperimentHad) {
  const ComparisonSpec comparison{Factor::depth, "1", {"leaves", "nodes"}, {}, true, true};
  const StoredRuns stored = read_runs(runs_file(comparison), "x", searchable_games());
  const Experiment experiment = two_groups_experiment();
  EXPECT_EQ(description(stored.experiment), description(experiment));
  EXPECT_EQ(stored.comparison.factor, comparison.factor);
  EXPECT_EQ(stored.comparison.baseline, comparison.baseline);
  EXPECT_EQ(stored.comparison.measures, comparison.measures);
  EXPECT_TRUE(stored.comparison.by_position && stored.comparison.detail);
  EXPECT_EQ(stored.provenance.commit, "a");
  EXPECT_EQ(stored.provenance.threads, 3);
  FakeSearch search;
  const auto runs = runs_of(experiment);
  const RunRecords records = run_all(runs, std::ref(search), {});
  const auto text = [&](const reports::Report& report) {
    return reports::render(report, reports::Format::json);
  };
  EXPECT_EQ(text(report_of(stored.experiment, stored.runs, stored.records, {})),
            text(report_of(experiment, runs, records, {})));
}

TEST(StoredRuns, MayBeUnfinished) {
  std::string text = runs_file();
  text.resize(text.size() - 10);
  const StoredRuns stored = read_runs(text, "x", searchable_games());
  EXPECT_EQ(stored.records.size(), 8U);
  EXPECT_EQ(runs_table(stored.runs, stored.records).rows.size(), 7U);
  EXPECT_FALSE(report_of(stored.experiment, stored.runs, stored.records, {}).complete);
}

// Runs that were continued elsewhere.
TEST(StoredRuns, SayOnWhichMachinesTheyWere) {
  const plylab::testing::TemporaryFile file("", "runs");
  const Experiment experiment = two_groups_experiment();
  FakeSearch search;
  const auto session = [&](const char* cpu) {
    RunStore store(file.path(), experiment, runs_of(experiment), searchable_games(),
                   {.version = "1", .commit = "a", .cpu = cpu});
    run_all(runs_of(experiment), std::ref(search), {}, &store);
    return store.cpus();
  };
  EXPECT_THAT(session("Old"), ::testing::ElementsAre("Old"));
  EXPECT_THAT(session("Old"), ::testing::ElementsAre("Old"));
  EXPECT_THAT(session("New"), ::testing::ElementsAre("Old", "New"));
  const StoredRuns stored = read_runs(read_file(file.path()), "x", searchable_games());
  EXPECT_THAT(stored.cpus, ::testing::ElementsAre("Old", "New"));
  auto report = report_of(stored.experiment, stored.runs, stored.records, {Factor::variant});
  const auto notes = report.tables[0].notes;
  note_store({"Old"}, {}, 0, report);
  EXPECT_EQ(report.tables[0].notes, notes);
  note_store(stored.cpus, {}, 0, report);
  EXPECT_EQ(report.tables[0].notes.back(), "times were measured on several machines: Old; New");
}

TEST(StoredRuns, AreATable) {
  const StoredRuns stored = read_runs(runs_file(), "x", searchable_games());
  const auto table = runs_table(stored.runs, stored.records);
  EXPECT_THAT(
      reports::render({.tables = {table}}, reports::Format::csv),
      ::testing::StartsWith("start,group,depth,switches,evaluation,ordering,generator,variant,"
                            "complete,value,reached,last_nodes,nodes,leaves,quiescence,researches,"
                            "visited,seconds,rate\n"));
  ASSERT_EQ(table.rows.size(), 8U);
  EXPECT_EQ(table.columns[11].name, "last_nodes");
  EXPECT_EQ(table.rows[0][11], reports::Cell(std::uint64_t{10}));
}

TEST(StoredRuns, SayInALineWhyTheyCannotBeRead) {
  const std::string text = runs_file();
  EXPECT_TRUE(reports::holds_journal(text, runs_kind));
  EXPECT_FALSE(reports::holds_journal("{\n  \"schema\": \"plylab-report\",\n", runs_kind));
  EXPECT_FALSE(reports::holds_journal("[1]\n", runs_kind));
  EXPECT_FALSE(reports::holds_journal("{\"schema\":7}\n", runs_kind));
  // An older file has no checksums: it is told apart by its version.
  for (const char* version : {"5", "9", "1.5"})
    EXPECT_THAT(
        complaint(
            replaced(text, "\"schema_version\":8", "\"schema_version\":" + std::string(version))),
        ::testing::StartsWith("'x':1: has version " + std::string(version) +
                              " of the schema plylab-runs, and this program reads 8; plylab "));
  // Levels that no experiment can have are told with their line too.
  EXPECT_THAT(complaint_about("\"switches\":[\"", "\"switches\":[\"x"),
              ::testing::StartsWith("'x':1: "));
  EXPECT_EQ(complaint_about("\"groups\"", "\"grapes\""),
            "'x':1: no header of runs of plylab: it has no 'groups'");
  EXPECT_THAT(complaint_about("\"depth\":[\"", "\"depth\":[\"x"), HasSubstr("' is not a depth"));
  EXPECT_EQ(complaint(text.substr(0, 100)), "'x': its header is torn off");
  EXPECT_EQ(complaint_about("{\"id\":\"", "{\"it\":\""), "'x':2: no line of a run: it has no 'id'");
  EXPECT_EQ(complaint_about("\n{\"id\":\"", "\n}\"id\":\""),
            "'x':2: no line of a run: it has a syntax error at byte 1");
}

/// The last line of a file, with its end.
std::string last_line(const std::string& text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(StoredRuns, AreNotBelievedIfSomebodyHasChangedThem) {
  const std::string text = runs_file(), last = last_line(text);
  EXPECT_EQ(complaint(text + last), "no error");  // the same again says nothing else
  const std::string before = text.substr(0, text.size() - last.size());
  for (const auto& [from, to] : {std::pair("\"nodes\":", "\"nodes\":7"),
                                 {"\"value\":", "\"value\":7"},
                                 {"\"iterations\":[{\"depth\":", "\"iterations\":[{\"depth\":9"},
                                 {"\"seconds\":", "\"seconds\":1"},
                                 {"{\"id\":\"", "{\"id\":\"x"},
                                 {"\"line\":\"", "\"line\":\"d4"},
                                 {"\"check\":\"", "\"check\":\"0"},
                                 {",\"check\":\"", ",\"seal\":\""}})
    EXPECT_EQ(complaint(before + replaced(last, from, to)), "'x':9: " + std::string(edited)) << to;
  // Nor a value of an iteration that is not the last, and nothing of the header.
  EXPECT_EQ(complaint(replaced(text, "\"nodes\":5000", "\"nodes\":5001")),
            "'x':1: " + std::string(edited));
  EXPECT_EQ(complaint(text + sealed_again(replaced(last, "{\"nodes\":10", "{\"nodes\":17"),
                                          plylab::testing::header_of(text))),
            "'x':10: repeats an earlier run with a different result");
}

// A line says some things twice, for readers of the file.
TEST(StoredRuns, AreNotBelievedIfALineContradictsItself) {
  const std::string text = runs_file(), last = last_line(text);
  const std::string before = text.substr(0, text.size() - last.size());
  for (const auto& [name, value] : {std::pair("group", "\"x\""),
                                    {"game", "\"x\""},
                                    {"start", "\"x\""},
                                    {"text", "\"x\""},
                                    {"depth", "1"},
                                    {"generator", "\"x\""},
                                    {"complete", "false"},
                                    {"value", "8"},
                                    {"seconds", "0.25"}}) {
    auto line = nlohmann::ordered_json::parse(last);
    const std::string right = line.at(name).dump();
    line[name] = nlohmann::ordered_json::parse(value);
    EXPECT_EQ(
        complaint(before + sealed_again(line.dump() + '\n', plylab::testing::header_of(text))),
        fmt::format("'x':9: '{}' is {}, and by the line's id and iterations {}", name, value,
                    right));
  }
}

TEST(StoredRuns, HaveAHeaderWithRuns) {
  const std::string text = runs_file(), path = unused_path();
  const Experiment experiment = two_groups_experiment();
  for (const auto& [from, to, what] :
       {std::tuple(R"("depth":["1","3"])", R"("depth":[])", "the group 'array' has no depth"),
        {R"("generator":["mailbox"])", R"("generator":[])",
         "generator: none given; there are mailbox, x88, bitboard"}}) {
    const std::string empty = sealed_again(replaced(text, from, to));
    const std::string refusal = std::string(":1: no header of runs of plylab: ") + what;
    EXPECT_EQ(complaint(empty), "'x'" + refusal);
    write(path, empty);
    EXPECT_EQ(plylab::testing::input_error_of([&] {
                RunStore(path, experiment, runs_of(experiment), searchable_games(),
                         {.version = "1", .commit = "a"});
              }),
              path + refusal);
  }
}

TEST(StoredRuns, MayBeOfAProgramWithMoreSearches) {
  const std::string text =
      replaced(runs_file(), R"("generator":["mailbox"])", R"("generator":["own"])");
  EXPECT_EQ(
      complaint(sealed_again(text)),
      "'x':1: was written by a program with more searches, evaluations, orderings or generators "
      "(generator: no 'own'; there are mailbox, x88, bitboard): use that program");
}

TEST(StoredRuns, AreReadBesideThoseOfAnotherExperiment) {
  const std::string text = runs_file(), last = last_line(text);
  const std::string more = text + sealed_again(replaced(last, "{\"id\":\"", "{\"id\":\"x"),
                                               plylab::testing::header_of(text));
  const StoredRuns stored = read_runs(more, "x", searchable_games());
  EXPECT_EQ(stored.strangers, 1U);
  EXPECT_EQ(stored.records, read_runs(text, "x", searchable_games()).records);
  auto report = report_of(stored.experiment, stored.runs, stored.records, {Factor::variant});
  note_store({}, {}, stored.strangers, report);
  EXPECT_EQ(report.notes.back(), "left out: 1 line of runs that are not in the experiment");
}

}  // namespace
}  // namespace plylab::search::lab
