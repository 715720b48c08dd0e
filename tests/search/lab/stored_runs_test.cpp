// Runs read from their file alone.
#include "search/lab/stored_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "gen/base/files.h"
#include "reports/formats/format.h"
#include "search/lab/description.h"
#include "search/lab/experiment_report.h"
#include "tests/search/lab/experiments.h"
#include "tests/support/input_error_of.h"
#include "tests/support/temporary_file.h"

namespace plylab::search::lab {
namespace {

using ::testing::HasSubstr;

/// The file of the two groups' runs, which a stand-in has searched.
std::string runs_file(const ComparisonSpec& comparison = {}) {
  const plylab::testing::TemporaryFile file("", "runs");
  const Experiment experiment = two_groups_experiment();
  FakeSearch search;
  Journal journal(file.path(), experiment, {.version = "1", .commit = "a", .threads = 3},
                  comparison);
  run_all(runs_of(experiment), std::ref(search), {.journal = &journal});
  return read_file(file.path());
}

std::string complaint(const std::string& text) {
  return plylab::testing::input_error_of([&] { read_runs(text, "'x'"); });
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(StoredRuns, HaveAllThatTheExperimentHad) {
  const ComparisonSpec comparison{Factor::depth, "1", {"leaves", "nodes"}};
  const StoredRuns stored = read_runs(runs_file(comparison), "x");
  const Experiment experiment = two_groups_experiment();
  EXPECT_EQ(description(stored.experiment), description(experiment));
  EXPECT_EQ(stored.comparison.factor, comparison.factor);
  EXPECT_EQ(stored.comparison.baseline, comparison.baseline);
  EXPECT_EQ(stored.comparison.measures, comparison.measures);
  EXPECT_EQ(stored.provenance.commit, "a");
  EXPECT_EQ(stored.provenance.threads, 3);
  FakeSearch search;
  const auto runs = runs_of(experiment);
  const RunRecords records = run_all(runs, std::ref(search), {});
  const auto text = [&](const reports::Report& report) {
    return reports::render(report, reports::Format::json);
  };
  EXPECT_EQ(text(report_of(stored.experiment, stored.runs, stored.records, {}, searchable_games())),
            text(report_of(experiment, runs, records, {}, searchable_games())));
}

TEST(StoredRuns, MayBeUnfinished) {
  std::string text = runs_file();
  text.resize(text.size() - 10);
  const StoredRuns stored = read_runs(text, "x");
  EXPECT_EQ(stored.records.size(), 8U);
  EXPECT_EQ(runs_table(stored.runs, stored.records).rows.size(), 7U);
  EXPECT_FALSE(
      report_of(stored.experiment, stored.runs, stored.records, {}, searchable_games()).complete);
}

// Runs that were gone on with elsewhere.
TEST(StoredRuns, SayOnWhichMachinesTheyWere) {
  const plylab::testing::TemporaryFile file("", "runs");
  const Experiment experiment = two_groups_experiment();
  FakeSearch search;
  const auto session = [&](const char* cpu) {
    Journal journal(file.path(), experiment, {.version = "1", .commit = "a", .cpu = cpu});
    run_all(runs_of(experiment), std::ref(search), {.journal = &journal});
    return journal.cpus();
  };
  EXPECT_THAT(session("Old"), ::testing::ElementsAre("Old"));
  EXPECT_THAT(session("Old"), ::testing::ElementsAre("Old"));
  EXPECT_THAT(session("New"), ::testing::ElementsAre("Old", "New"));
  const StoredRuns stored = read_runs(read_file(file.path()), "x");
  EXPECT_THAT(stored.cpus, ::testing::ElementsAre("Old", "New"));
  auto report = report_of(stored.experiment, stored.runs, stored.records, {Factor::variant},
                          searchable_games());
  const auto notes = report.tables[0].notes;
  note_machines({"Old"}, report);
  EXPECT_EQ(report.tables[0].notes, notes);
  note_machines(stored.cpus, report);
  EXPECT_EQ(report.tables[0].notes.back(), "seconds were taken on several machines: Old; New");
}

TEST(StoredRuns, AreATable) {
  const StoredRuns stored = read_runs(runs_file(), "x");
  const auto table = runs_table(stored.runs, stored.records);
  EXPECT_THAT(
      reports::render({.tables = {table}}, reports::Format::csv),
      ::testing::StartsWith("start,group,depth,switches,evaluation,ordering,generator,variant,"
                            "complete,value,last_nodes,nodes,leaves,quiescence,researches,"
                            "seconds\n"));
  ASSERT_EQ(table.rows.size(), 8U);
  EXPECT_EQ(table.columns[10].name, "last_nodes");
  EXPECT_EQ(table.rows[0][10], reports::Cell(std::uint64_t{10}));
}

TEST(StoredRuns, SayInALineWhyTheyCannotBeRead) {
  const std::string text = runs_file();
  EXPECT_TRUE(holds_runs(text));
  EXPECT_FALSE(holds_runs("{\n  \"schema\": \"plylab-report\",\n"));
  EXPECT_FALSE(holds_runs("[1]\n"));
  EXPECT_FALSE(holds_runs("{\"schema\":7}\n"));
  EXPECT_EQ(complaint(replaced(text, "\"schema_version\":1", "\"schema_version\":7")),
            "'x': has version 7 of the schema plylab-runs, and this program reads 1");
  EXPECT_EQ(complaint(replaced(text, "\"schema_version\":1", "\"schema_version\":1.5")),
            "'x': has version 1.5 of the schema plylab-runs, and this program reads 1");
  EXPECT_EQ(complaint(replaced(text, "\"groups\"", "\"grapes\"")),
            "'x':1: no header of runs of plylab: it has no 'groups'");
  EXPECT_THAT(complaint(replaced(text, "\"depth\":[\"", "\"depth\":[\"x")),
              HasSubstr("' is no depth"));
  std::string many = "\"depth\":[\"1\"";
  for (int i = 0; i < 1'000'000; ++i) many += ",\"1\"";
  EXPECT_THAT(complaint(replaced(text, "\"depth\":[", many + ',')), HasSubstr(" are too many"));
  EXPECT_EQ(complaint(text.substr(0, 100)), "'x': its header is torn off");
  EXPECT_EQ(complaint(replaced(text, "{\"id\":\"", "{\"id\":\"x")),
            "'x':2: a run that is not of this experiment");
  EXPECT_EQ(complaint(replaced(text, "{\"id\":\"", "{\"it\":\"")),
            "'x':2: no line of a run: it has no 'id'");
  EXPECT_EQ(complaint(replaced(text, "\n{\"id\":\"", "\n}\"id\":\"")),
            "'x':2: no line of a run: it makes no sense from byte 1 on");
}

/// The last line of a file, with its end.
std::string last_line(const std::string& text) {
  return text.substr(text.rfind('\n', text.size() - 2) + 1);
}

TEST(StoredRuns, AreNotBelievedIfSomebodyHasChangedThem) {
  const std::string text = runs_file(), last = last_line(text);
  EXPECT_EQ(complaint(text + last), "no error");  // the same again says nothing else
  const std::string other = replaced(last, "\"nodes\":", "\"nodes\":7");
  EXPECT_EQ(complaint(text + other), "'x':10: a run that is there already, with another result");
  const std::string before = text.substr(0, text.size() - last.size());
  EXPECT_EQ(complaint(before + replaced(last, "\"value\":", "\"value\":7")),
            "'x':9: its 'value' contradicts the rest, or the experiment");
  EXPECT_EQ(complaint(before + replaced(last, "\"complete\":true", "\"complete\":1")),
            "'x':9: no line of a run: it has a number where true or false belongs");
  for (const char* to : {"\"counts\":{\"nodes\":0.5e0,\"x\":", "\"counts\":{\"nodes\":-"})
    EXPECT_EQ(complaint(before + replaced(last, "\"counts\":{\"nodes\":", to)),
              "'x':9: no line of a run: it has no count")
        << to;
  for (const auto& [from, to] : {std::pair("\"counts\":{\"nodes\":10", "\"counts\":{\"nodes\":0"),
                                 {"\"steps\":[{\"depth\":", "\"steps\":[{\"depth\":9"},
                                 {"\"steps\":[{\"depth\":", "\"steps\":[{\"depth\":-"},
                                 {"\"seconds\":", "\"seconds\":-1"}})
    EXPECT_EQ(complaint(before + replaced(last, from, to)),
              "'x':9: no line of a run: no search has such iterations")
        << to;
  // The order of members means nothing in JSON.
  const std::string turned =
      std::regex_replace(last, std::regex(R"(\{("depth":\d+),("complete":\w+))"), "{$2,$1");
  EXPECT_NE(turned, last);
  EXPECT_EQ(complaint(before + turned), "no error");
  // What this version does not know is no contradiction.
  EXPECT_EQ(complaint(before + replaced(last, "\"group\":", "\"mood\":1,\"group\":")), "no error");
}

}  // namespace
}  // namespace plylab::search::lab
