// plylab experiment, and plylab search with lists, as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using testing::rows_of;
using ::testing::StartsWith;

/// The table of that name, which must be there.
const nlohmann::json& table_named(const nlohmann::json& tables, const std::string& name) {
  for (const auto& table : tables)
    if (table["name"] == name) return table;
  throw std::runtime_error("no table " + name);
}

void erase_times(nlohmann::json& tables) {
  for (auto& table : tables)
    for (auto& row : table["rows"])
      for (const char* time : {"seconds", "rate"}) row.erase(time);
}

/// A directory of its own, with a small experiment in it.
class ExperimentCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(directory_);
    std::ofstream(file()) << experiment_;
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string file(const std::string& name = "small.toml") const { return directory_ / name; }

  /// Runs the experiment with these options more.
  Finished run(std::vector<std::string> options) const {
    options.insert(options.begin(), {"experiment", file()});
    return plylab(options);
  }

  /// The tables in JSON, without times.
  nlohmann::json tables(std::vector<std::string> options) const {
    options.insert(options.end(), {"--format", "json"});
    const Finished finished = run(options);
    EXPECT_EQ(finished.status, 0) << finished.err;
    auto all = nlohmann::json::parse(finished.out)["tables"];
    erase_times(all);
    return all;
  }

 private:
  const fs::path directory_ =
      fs::temp_directory_path() / ("plylab_experiment_command_" + std::to_string(getpid()));
  const std::string experiment_ = R"toml(
name = "Small"
[factors]
variant = ["minimal", "alphabeta", "pvs", "mtdf"]
[[positions]]
name = "trees"
game = "synthetic-tree"
position = "tree(width=6,depth=5)"
seeds = "1..5"
depth = 5
switches = "no-deepening,table=1"
[[positions]]
name = "chess"
suite = "bratko-kopec"
depth = 4
switches = "table=1,killers"
)toml";
};

TEST_F(ExperimentCommand, GivesTheSameTablesHoweverItIsRun) {
  const auto alone = tables({"--jobs", "1"});
  ASSERT_EQ(alone.size(), 10U);
  EXPECT_EQ(alone[0]["name"], "overview");
  EXPECT_EQ(alone[0]["rows"].size(), 8U);
  EXPECT_EQ(alone[1]["name"], "minimal_nodes");
  EXPECT_EQ(alone[2]["name"], "minimal_leaves");
  EXPECT_EQ(alone[3]["name"], "minimal_graph");
  EXPECT_EQ(alone[4]["name"], "pivot");
  EXPECT_EQ(alone[5]["name"], "last_nodes_compared");
  EXPECT_EQ(alone[6]["name"], "solved");
  EXPECT_EQ(alone[7]["name"], "by_depth");
  EXPECT_EQ(alone[8]["name"], "runs");
  EXPECT_EQ(alone[9]["name"], "starts");
  EXPECT_EQ(tables({"--jobs", "2"}), alone);
  EXPECT_EQ(tables({"--jobs", "2", "--runs", file("runs.jsonl")}), alone);
  EXPECT_EQ(tables({"--jobs", "1", "--runs", file("runs.jsonl")}), alone);  // nothing left to run
}

// Each kernel is one game's: chess has magic, reversi generic, and trees have none.
// The first search of a position takes longer. So that no contestant always comes first, the runs
// of every second start are made backwards.
TEST_F(ExperimentCommand, MakesTheRunsOfEverySecondStartBackwards) {
  ASSERT_EQ(run({"--group", "trees", "--starts", "2", "--runs", file("runs.jsonl")}).status, 0);
  std::ifstream stored(file("runs.jsonl"));
  std::vector<std::string> contestants;
  for (std::string line; std::getline(stored, line);)
    for (const std::string variant : {"minimal", "alphabeta-soft", "pvs-soft", "mtdf"})
      if (const auto id = nlohmann::json::parse(line).value("id", ""); id.ends_with(variant))
        contestants.push_back(variant);
  EXPECT_THAT(contestants, ElementsAre("minimal", "alphabeta-soft", "pvs-soft", "mtdf", "mtdf",
                                       "pvs-soft", "alphabeta-soft", "minimal"));
}

TEST_F(ExperimentCommand, TakesTheKernelsOfItsGenerators) {
  EXPECT_EQ(tables({"--kernel", "magic"}), tables({}));
  const Finished unknown = run({"--kernel", "generic"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, AnyOf(StartsWith("plylab: --kernel: no 'generic'; there are "),
                                 StartsWith("plylab: --kernel: no 'generic'; there is magic")));
  std::ofstream(file(), std::ios::app) << R"toml([[positions]]
name = "discs"
game = "reversi"
depth = 2
)toml";
  const auto usual = tables({});
  EXPECT_EQ(tables({"--kernel", "generic"}), usual);
  EXPECT_EQ(tables({"--kernel", "magic"}), usual);
}

TEST_F(ExperimentCommand, GoesOnAfterKill) {
  const auto expected = tables({});
  const std::vector<std::string> command = {"experiment", file(), "--runs", file("runs.jsonl")};
  for (const char* after : {"0.02", "0.04", "0.08"}) {
    std::vector<std::string> arguments = {"-s", "KILL", after, PLYLAB_PROGRAM};
    arguments.insert(arguments.end(), command.begin(), command.end());
    testing::run_process(*testing::find_program("timeout"), arguments);
  }
  EXPECT_EQ(tables({"--runs", file("runs.jsonl")}), expected);
}

// A part first, and then the whole with what is there.
TEST_F(ExperimentCommand, HasItsNameAsATitle) {
  const Finished page = run({"--format", "html"});
  EXPECT_THAT(page.out, HasSubstr("<title>Small</title>"));
  const fs::path json = file("small.json");
  EXPECT_EQ(run({"--format", "json", "--out", json, "--report", file("paper")}).status, 0);
  EXPECT_THAT(plylab({"report", json, "--format", "html"}).out, HasSubstr("<h1>Small</h1>"));
  EXPECT_THAT(read_file(file("paper/report.tex")), HasSubstr("\\title{Small}"));
  EXPECT_THAT(plylab({"search", "--depth", "1,2", "--format", "html"}).out,
              HasSubstr("<title>plylab search --depth 1,2 --format html</title>"));
}

TEST_F(ExperimentCommand, ShowsItsPicturesFirst) {
  const std::string page = run({"--format", "html"}).out;
  EXPECT_LT(page.find("<section id=\"figures\">"), page.find("<section id=\"table-1\">"));
  EXPECT_NE(page.find("<section id=\"figures\">"), page.npos);
}

TEST_F(ExperimentCommand, IsCutDown) {
  const std::string runs = file("runs.jsonl");
  const auto part = tables({"--group", "chess", "--starts", "3", "--runs", runs});
  EXPECT_EQ(part[0]["rows"].size(), 4U);
  EXPECT_EQ(part[0]["rows"][0]["runs"], 3);
  EXPECT_EQ(tables({"--depth", "4,5", "--runs", runs}), tables({}));
  EXPECT_THAT(run({"--group", "chess", "--depth", "5"}).err,
              StartsWith("plylab: --depth: the group 'chess' has only 4"));
  EXPECT_THAT(run({"--group", "ches"}).err, StartsWith("plylab: --group: no 'ches'; "));
}

TEST_F(ExperimentCommand, RefusesWhatDoesNotFit) {
  EXPECT_EQ(run({"--runs", file("runs.jsonl")}).status, 0);
  std::ofstream(file(), std::ios::app) << "[limits]\nnodes = 100\n";
  const Finished other = run({"--runs", file("runs.jsonl")});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.out, "");
  EXPECT_EQ(
      other.err,
      "plylab: '" + file("runs.jsonl") +
          "' holds the runs of another experiment: limits.nodes is 0 in the file and 100 here\n");
  std::ofstream(file(), std::ios::app) << "time = 3\n";
  const Finished wrong = run({});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "plylab: " + file() + ":19: limits: no 'time'; there are nodes, seconds\n");
  EXPECT_THAT(plylab({"experiment", "nowhere"}).err,
              StartsWith("plylab: there is no experiment 'nowhere'"));
}

// The journal may not grow beyond 16 KiB: what had been finished is told.
TEST_F(ExperimentCommand, TellsWhatIsKnownWhenItCannotBeKept) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "ulimit -f 32; \"$0\" experiment \"$1\" --runs \"$2\" --format json",
                  PLYLAB_PROGRAM, file(), file("runs.jsonl")});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("cannot write '" + file("runs.jsonl") + "': File too large"));
  const auto report = nlohmann::json::parse(finished.out);
  EXPECT_EQ(report["complete"], false);
  EXPECT_GT(report["tables"][0]["rows"].size(), 0U);
}

TEST_F(ExperimentCommand, CensorsARunThatOutgrowsItsMemory) {
  const std::vector<std::string> search = {
      "search", "--algo", "alphabeta,sss",    "--depth",  "7",   "--jobs",
      "2",      "--runs", file("runs.jsonl"), "--format", "json"};
  const Finished finished = plylab(search);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto tables = nlohmann::json::parse(finished.out)["tables"];
  const auto& overview = table_named(tables, "overview");
  ASSERT_EQ(overview["rows"].size(), 2U);
  EXPECT_EQ(overview["rows"][0]["cut"], 0);
  EXPECT_EQ(overview["rows"][1]["cut"], 1);
  EXPECT_EQ(tables[0]["notes"][0],
            "chess, startpos, sss: depth 6 is incomplete: more than 4000000 nodes would have to be "
            "kept");
  const Finished again = plylab(search);  // from the store
  EXPECT_EQ(nlohmann::json::parse(again.out)["tables"], tables);
}

TEST_F(ExperimentCommand, RefusesBeforeTheFirstRunWhatALaterOneCannotDo) {
  const auto refuses = [&](const std::vector<std::string>& more, const std::string& what) {
    std::vector<std::string> arguments = {"search",           "--depth", "3",    "--runs",
                                          file("runs.jsonl"), "--with",  "plain"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, StartsWith("plylab: " + what));
    EXPECT_FALSE(fs::exists(file("runs.jsonl")));
  };
  refuses({"--algo", "alphabeta,sss", "--with", "null"}, "sss: has no form with null\n");
  refuses({"--algo", "alphabeta", "--with", "table=1048576"}, "1048576 MiB of table do not fit");
  refuses({"--algo", "alphabeta", "--with", "table=10240", "--jobs", "1000"},
          "10240000 MiB of table do not fit");
}

// A table that cannot be made is refused before the work, not after it.
TEST_F(ExperimentCommand, RefusesATableThatCannotBeMade) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"experiment", file()},
                                                  {"search", "--depth", "3"},
                                                  {"search", "--depth", "2,3"},
                                                  {"solve", "--suite", "demo", "--depth", "2"}}) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--table", "nope", "--runs", file("runs.jsonl")});
    const Finished finished = plylab(words);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, StartsWith("plylab: --table: no 'nope'; there are "));
    EXPECT_FALSE(fs::exists(file("runs.jsonl")));
  }
}

// What the options make possible is not refused, and is there after the work.
TEST_F(ExperimentCommand, KnowsBeforehandWhichTablesTheOptionsGive) {
  std::ofstream(file("distinct.toml")) << R"toml(
distinct = true
[factors]
variant = ["alphabeta", "pvs"]
depth = 3
[[positions]]
name = "trees"
game = "synthetic-tree"
seeds = "1..2"
)toml";
  const auto status = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"experiment", file("distinct.toml"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = plylab(words);
    EXPECT_EQ(finished.out.empty(), finished.status == 2) << finished.err;
    return finished.status;
  };
  for (const char* table : {"overview", "pivot", "by_depth", "runs", "starts", "nodes_compared"})
    EXPECT_EQ(status({"--table", table}), 0) << table;
  EXPECT_EQ(status({"--measure", "distinct", "--table", "distinct_compared"}), 0);
  for (const char* table : {"claims", "speed_up", "minimal_nodes", "solved"})
    EXPECT_EQ(status({"--table", table}), 2) << table;
  for (const char* figure : {"growth", "branching", "ratio", "profile", "scatter"})
    EXPECT_EQ(status({"--figure", std::string(figure) + '=' + file("figure.svg")}), 0) << figure;
  EXPECT_EQ(status({"--figure", "cut_index=" + file("cuts.svg")}), 2);
}

TEST_F(ExperimentCommand, SaysWhichStartsAreShallow) {
  std::ofstream(file("shallow.toml")) << R"toml(
[[positions]]
name = "trees"
game = "synthetic-tree"
position = ["tree(width=2,depth=3)", "tree(width=2,depth=5)"]
depth = 5
)toml";
  const Finished finished = plylab({"experiment", file("shallow.toml")});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(
      finished.out,
      HasSubstr("trees: 1 of 2 starts end before depth 5: they are searched to their end, and "
                "included in the averages"));
}

// Neither how many runs there are at once nor where they are kept changes what is shown.
TEST_F(ExperimentCommand, SearchShowsTheSameHoweverItIsRun) {
  const auto report = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"search", "--suite", "bratko-kopec", "--depth", "3", "--algo",
                               "alphabeta,pvs", "--detail", "--minimal", "--format", "json"});
    const Finished finished = plylab(more);
    EXPECT_EQ(finished.status, 0) << finished.err;
    auto all = nlohmann::json::parse(finished.out)["tables"];
    erase_times(all);
    return all;
  };
  const auto alone = report({});
  EXPECT_EQ(alone[0]["name"], "search");
  EXPECT_EQ(report({"--jobs", "2"}), alone);
  EXPECT_EQ(report({"--jobs", "2", "--runs", file("runs.jsonl")}), alone);
  EXPECT_EQ(report({"--runs", file("runs.jsonl")}), alone);  // nothing left to run
  const auto stored = plylab({"report", file("runs.jsonl"), "--format", "json"});
  auto again = nlohmann::json::parse(stored.out)["tables"];
  erase_times(again);
  EXPECT_EQ(again, alone);
  const Finished other =
      plylab({"search", "--suite", "bratko-kopec", "--depth", "3", "--algo", "alphabeta,pvs",
              "--detail", "--distinct", "--runs", file("runs.jsonl")});
  EXPECT_THAT(other.err, HasSubstr("holds the runs of another experiment: distinct is false"));
}

// The report has an iteration of what was interrupted, and the store has not.
TEST_F(ExperimentCommand, SearchTellsWhatItKnowsWhenItIsInterrupted) {
  const Finished finished =
      testing::run_process(*testing::find_program("timeout"),
                           {"-s", "INT", "2", PLYLAB_PROGRAM, "search", "--algo", "minimax",
                            "--depth", "30", "--format", "json", "--runs", file("runs.jsonl")});
  const auto report = nlohmann::json::parse(finished.out);
  EXPECT_EQ(report["complete"], false);
  const char* const too_slow = "not even an iteration of depth 1 in two seconds";
  ASSERT_FALSE(report["tables"].empty()) << too_slow;
  const auto& rows = report["tables"][0]["rows"];
  ASSERT_FALSE(rows.empty()) << too_slow;
  EXPECT_GT(rows[0]["depth"], 1);
  std::ifstream runs(file("runs.jsonl"));
  std::string header, line;
  EXPECT_TRUE(std::getline(runs, header));
  EXPECT_FALSE(std::getline(runs, line));
}

TEST(SearchLists, MakeAnExperiment) {
  const Finished finished =
      plylab({"search", "--algo", "alphabeta", "--depth", "2,3", "--eval", "material,pst", "--with",
              "plain", "--with", "table=1,killers", "--fen", "startpos", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto tables = nlohmann::json::parse(finished.out)["tables"];
  EXPECT_EQ(tables[0]["rows"].size(), 8U);  // by evaluation, which varies fastest of the three
  EXPECT_EQ(tables[0]["rows"][0]["group"], "chess, depth 2, plain");
  EXPECT_EQ(tables[0]["rows"][0]["evaluation"], "material");
  EXPECT_EQ(tables[1]["name"], "pivot");
  EXPECT_EQ(tables[1]["rows"].size(), 6U);  // with the iteration to depth 1 of each set of switches
  EXPECT_EQ(tables[1]["rows"][2]["material"], tables[0]["rows"][4]["last_nodes"]);
  EXPECT_EQ(tables[2]["rows"].size(), 4U);
}

TEST(SearchLists, GiveEqualTablesToAllSearches) {
  const auto tables_of = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"search", "--depth", "3,4", "--format", "json", "--algo", "alphabeta,mtdf"});
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 0) << finished.err;
    return nlohmann::json::parse(finished.out)["tables"];
  };
  const auto nodes = [](const nlohmann::json& tables, std::size_t row) {
    return tables[0]["rows"][row]["last_nodes"];
  };
  const auto usual = tables_of({}), equal = tables_of({"--with", "table=64"});
  const auto unequal = tables_of({"--with", "no-table"});
  for (const std::size_t row : {0U, 1U, 2U, 3U}) EXPECT_EQ(nodes(usual, row), nodes(equal, row));
  EXPECT_NE(nodes(usual, 2), nodes(unequal, 2));
  EXPECT_EQ(nodes(usual, 3), nodes(unequal, 3));
  for (const auto& table : usual)
    EXPECT_THAT(table["notes"][0].get<std::string>(), StartsWith("all with table=64, since mtdf"));
  const auto both = tables_of({"--with", "plain", "--with", "table=1"});
  for (const auto* tables : {&unequal, &both})
    for (const auto& table : *tables)
      EXPECT_THAT(table["notes"][0].get<std::string>(),
                  HasSubstr("not on equal terms: with table=64: mtdf; without: alphabeta-soft"));
  const auto minimal = tables_of({"--algo", "minimal", "--with", "plain", "--with", "table=1"});
  EXPECT_EQ(minimal[0]["notes"][0],
            "plain: not on equal terms: with table=64: mtdf; without: alphabeta-soft, minimal");
}

// What limits leave of it is not known.
TEST(SearchLists, StateNothingOfAMinimalTreeThatWasNotFound) {
  const Finished finished = plylab({"search", "--algo", "alphabeta,minimal", "--nodes", "3000",
                                    "--depth", "5", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto report = nlohmann::json::parse(finished.out);
  const auto minimal = rows_of(report, "overview").at(1);
  EXPECT_EQ(minimal["variant"], "minimal");
  EXPECT_EQ(minimal["cut"], 1);
  const auto run = rows_of(report, "runs").at(1);
  for (const char* column : {"value", "reached", "last_nodes", "nodes", "visited", "seconds"})
    EXPECT_TRUE(run[column].is_null()) << column;
  EXPECT_TRUE(minimal["visited"].is_null());
}

// Only the nodes and leaves of the minimal tree are counted, none in quiescence.
TEST(SearchLists, StateNothingThatIsNotCountedOfTheMinimalTree) {
  for (const bool quiescence : {false, true}) {
    std::vector<std::string> call{"search",  "--algo",   "pvs,minimal", "--depth", "2",
                                  "--table", "raw,runs", "--format",    "json"};
    if (quiescence) call.emplace_back("--quiescence");
    const Finished finished = plylab(call);
    ASSERT_EQ(finished.status, 0) << finished.err;
    const auto report = nlohmann::json::parse(finished.out);
    const auto raw = rows_of(report, "raw");
    const auto& minimal = raw.back();
    EXPECT_EQ(minimal["search"], "minimal");
    EXPECT_EQ(minimal["quiescence"].is_null(), quiescence);
    EXPECT_EQ(minimal["interior"].get<int>() + minimal["leaves"].get<int>(), minimal["nodes"]);
    for (const char* column :
         {"seconds", "deepest", "cutoffs", "picked", "evaluations", "first_move_cutoffs"}) {
      EXPECT_TRUE(minimal[column].is_null()) << column;
      EXPECT_FALSE(raw.front()[column].is_null()) << column;
    }
    EXPECT_GT(minimal["nodes"], 0);
    EXPECT_EQ(minimal["visited"].is_null(), quiescence);
    EXPECT_EQ(rows_of(report, "runs").back()["visited"].is_null(), quiescence);
  }
}

TEST(SearchLists, TellThatAMateOfIterationZeroDidNotReachTheDepth) {
  const Finished finished = plylab({"search", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
                                    "--algo", "selective", "--with", "no-mate-search", "--with",
                                    "mate-search=50", "--depth", "3", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto report = nlohmann::json::parse(finished.out);
  const auto runs = rows_of(report, "runs");
  EXPECT_EQ(runs.at(0)["complete"], true);
  EXPECT_EQ(runs.at(1)["complete"], false);
  EXPECT_EQ(runs.at(1)["reached"], 0);
  EXPECT_EQ(rows_of(report, "overview").at(1)["cut"], 1);
}

TEST(SearchLists, TraceEveryVisitOfASmallTree) {
  const Finished finished =
      plylab({"search", "--game", "explicit-tree", "--algo", "minimax,alphabeta,pvs", "--with",
              "no-deepening", "--trace", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto report = nlohmann::json::parse(finished.out);
  std::map<std::string, int> visits;
  for (const auto& row : rows_of(report, "visits")) ++visits[row.at("search")];
  EXPECT_EQ(visits["minimax"], 15);
  EXPECT_EQ(visits["alphabeta-soft"], 14);
  EXPECT_EQ(visits["pvs-soft"], 13);
  EXPECT_EQ(plylab({"search", "--trace", "--jobs", "2", "--depth", "2"}).status, 2);
}

// A table's bound narrows the window: the row shows the one that was searched.
TEST(SearchLists, TraceCutoffsAtTheWindowThatWasSearched) {
  const Finished finished = plylab(
      {"search", "--game", "synthetic-tree", "--position",
       "tree(width=4,depth=6,merge=0.4,order=0.25,quarter=0.25,range=400,seed=2)", "--algo",
       "pvs-hard,aspiration", "--depth", "6", "--with", "table=1", "--trace", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  int cutoffs = 0;
  const auto report = nlohmann::json::parse(finished.out);
  for (const auto& row : rows_of(report, "visits"))
    if (row.at("cutoff").get<bool>()) {
      ++cutoffs;
      EXPECT_GE(row.at("value").get<int>(), row.at("beta").get<int>()) << row;
    }
  EXPECT_GT(cutoffs, 100);
}

// To name the default baseline changes nothing of what is measured.
TEST(SearchMeasures, DoNotDependOnTheBaselinesName) {
  const std::string name = "common_nodes_compared";
  std::vector<std::string> arguments{"search",  "--suite", "bratko-kopec", "--algo", "pvs,mtdf",
                                     "--depth", "2"};
  const auto unnamed = rows_of(testing::report_of(arguments), name);
  EXPECT_EQ(unnamed.size(), 1);
  arguments.insert(arguments.end(), {"--baseline", "pvs"});
  EXPECT_EQ(rows_of(testing::report_of(arguments), name), unnamed);
}

// Ranges as seeds have them, and the name of a search as --algo takes it.
TEST(SearchLists, TakeRangesOfDepths) {
  const auto out = [](const char* depth) {
    const Finished finished = plylab({"search", "--algo", "alphabeta,pvs", "--depth", depth,
                                      "--baseline", "pvs", "--table", "pivot", "--quiet"});
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.out;
  };
  EXPECT_EQ(out("1..3"), out("1,2,3"));
  for (const char* wrong : {"1-3", "3..1", "0", "1..200", "x"})
    EXPECT_EQ(plylab({"search", "--depth", wrong}).status, 2) << wrong;
}

TEST(SearchLists, TakeOtherGames) {
  const auto nodes = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "search");
    arguments.insert(arguments.end(), {"--with", "no-deepening", "--format", "json"});
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 0) << finished.err;
    std::vector<double> all;
    const auto report = nlohmann::json::parse(finished.out);
    for (const auto& row : report["tables"][0]["rows"]) all.push_back(row["nodes"]);
    return all;
  };
  EXPECT_THAT(nodes({"--game", "tictactoe", "--depth", "9", "--algo", "minimax"}),
              ::testing::ElementsAre(::testing::DoubleNear(549946, 1e-3)));
  EXPECT_THAT(nodes({"--game", "explicit-tree", "--position", "pvs-report", "--depth", "3",
                     "--algo", "minimax,alphabeta,pvs"}),
              ::testing::Pointwise(::testing::DoubleNear(1e-6), {15.0, 14.0, 13.0}));
  EXPECT_THAT(plylab({"search", "--seeds", "1..3"}).err,
              HasSubstr("chess has no seeds: it is not a random game"));
  EXPECT_THAT(plylab({"solve", "--suite", "demo", "--depth", "3,4"}).err,
              HasSubstr("--depth: takes one value, not 3,4"));
}

}  // namespace
}  // namespace plylab
