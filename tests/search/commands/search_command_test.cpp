// plylab search as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gen/base/names.h"
#include "search/base/counters.h"
#include "search/run/registry.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab::search {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using testing::report_of;
using ::testing::StartsWith;
using testing::TemporaryFile;

constexpr const char* pos3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

TEST(Command, SearchesTheCrossProduct) {
  const auto report =
      report_of({"search", "--gen", "all", "--depth", "3", "--with", "no-table", "--fen", pos3});
  const auto& rows = report["tables"][0]["rows"];
  ASSERT_EQ(rows.size(), names_in(algorithms).size() * 3);
  for (const auto& row : rows) {
    EXPECT_EQ(row["value"], rows[0]["value"]);
    EXPECT_EQ(row["depth"], 3);
  }
  EXPECT_EQ(rows[0]["nodes"], 14 + 191 + 2812 + 1);  // minimax: perft's sum and the root
}

// At one depth or at several.
TEST(Command, HasAColumnForEveryCounter) {
  const auto report =
      report_of({"search", "--algo", "pvs", "--fen", "kiwipete", "--depth", "4", "--detail",
                 "--with", "table=1,threads=2,checks,recaptures,null", "--sample-null", "1"});
  std::set<std::string> columns{"waiting_ns", "picked"};  // told as shares: `waiting`, `unused`
  for (const auto& table : report["tables"])
    for (const auto& column : table["columns"]) columns.insert(column["name"]);
  for (const Counter& one : counters)
    EXPECT_TRUE(columns.contains(std::string(one.name))) << one.name;
}

// A row for each iteration, also of one that a limit broke off, with every counter of it alone.
TEST(Command, GivesRawDataIfAsked) {
  const std::vector<std::string> call{"search",  "--algo", "pvs,mtdf", "--fen", "kiwipete",
                                      "--depth", "9",      "--nodes",  "3000"};
  const auto unasked = report_of(call);
  for (const auto& table : unasked["tables"]) EXPECT_NE(table["name"], "raw");
  std::vector<std::string> asked = call;
  asked.insert(asked.end(), {"--table", "raw"});
  const auto report = report_of(asked);
  ASSERT_EQ(report["tables"].size(), 1U);
  const auto& rows = report["tables"][0]["rows"];
  std::map<std::string, std::uint64_t> visited;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    for (const Counter& one : counters) EXPECT_TRUE(row.contains(std::string(one.name)));
    EXPECT_EQ(row["nodes"], row["interior"].get<int>() + row["leaves"].get<int>());
    EXPECT_LE(row["first_move_cutoffs"], row["cutoffs"]);
    const bool is_last = i + 1 == rows.size() || rows[i + 1]["search"] != row["search"];
    EXPECT_EQ(row["finished"], !is_last) << row;
    EXPECT_EQ(row["value"].is_null(), is_last) << row;
    visited[row["search"]] += row["visited"].get<std::uint64_t>();
  }
  EXPECT_EQ(visited, (std::map<std::string, std::uint64_t>{{"mtdf", 3000}, {"pvs-soft", 3000}}));
}

TEST(Command, ComparesNoValuesOfSelectiveSearches) {
  for (const char* depth : {"2", "1,2"}) {
    const Finished null =
        plylab({"search", "--algo", "pvs,alphabeta", "--with", "null", "--depth", depth});
    EXPECT_EQ(null.status, 0) << null.err;
    EXPECT_THAT(null.out, HasSubstr("* null: selective: values may differ and are not compared"));
    const Finished misprint =
        plylab({"search", "--algo", "pvs,negascout-misprint", "--depth", depth});
    EXPECT_EQ(misprint.status, 0) << misprint.err;
    EXPECT_THAT(misprint.out, HasSubstr("* negascout-misprint: does not always find the minimax"));
    EXPECT_EQ(plylab({"search", "--algo", "pvs,sss", "--with", "null", "--depth", depth}).err,
              "plylab: sss: has no form with null\n");
  }
}

// Named ones are refused.
TEST(Command, LeavesOutUnnamedSearchesThatCannotUseTheSwitches) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--threads", "2"}, "sss"}, {{"--with", "null"}, "minimax, sss"}};
  for (auto [arguments, left_out] : cases) {
    arguments.insert(arguments.begin(), {"search", "--depth", "2", "--quiet"});
    const Finished run = plylab(arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(
        run.out,
        HasSubstr("* left out, because these switches are not for them: " + left_out + "\n"));
    EXPECT_THAT(run.out, HasSubstr("mtdf"));
  }
  EXPECT_EQ(plylab({"search", "--algo", "sss", "--threads", "2"}).err,
            "plylab: sss: runs on one thread; name other searches (plylab list searches)\n");
  const auto several = plylab(
      {"search", "--algo", "pvs,mtdf", "--with", "table=1,threads=2", "--overlap", "--depth", "3"});
  EXPECT_EQ(several.out, "");
  EXPECT_EQ(several.err, "plylab: threads=2: not with --overlap, which follows one thread\n");
}

TEST(Command, RefusesSwitchesWithoutEffect) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--algo", "minimax", "--with", "null"},
       "minimax: null has no effect, because all its windows are open"},
      {{"--algo", "pvs", "--with", "table,lazy"},
       "pvs-soft: lazy changes nothing without threads: add threads=2"},
      {{"--algo", "pvs", "--with", "table,ybw"},
       "pvs-soft: ybw changes nothing without threads: add threads=2"},
      {{"--algo", "pvs", "--with", "entries=1024"},
       "pvs-soft: entries changes nothing without table: add table=64"},
      {{"--algo", "alphabeta,pvs", "--with", "adaptive-null"},
       "alphabeta-soft: adaptive-null changes nothing without null: add null=2"},
      {{"--algo", "pvs", "--with", "quiet-checks"},
       "pvs-soft: quiet-checks changes nothing without quiescence: add quiescence"},
      {{"--legend", "--format", "csv"}, "--legend: csv has no place for it"},
  };
  for (auto [arguments, message] : cases) {
    arguments.insert(arguments.begin(), "search");
    const Finished run = plylab(arguments);
    EXPECT_EQ(run.status, 2) << message;
    EXPECT_EQ(run.err, "plylab: " + message + "\n");
    EXPECT_EQ(run.out, "");
  }
  // The search's own switches count, and what is off by name is meant to be.
  for (const char* with : {"pvs table,lazy,threads=1", "pvs no-null,adaptive-null", "mtdf exact",
                           "selective entries=1024,near-draw"}) {
    const std::string_view text = with;
    const auto space = text.find(' ');
    EXPECT_EQ(plylab({"search", "--algo", std::string(text.substr(0, space)), "--depth", "2",
                      "--with", std::string(text.substr(space + 1))})
                  .err,
              "")
        << with;
  }
}

// Limits end all runs in the same iterations, whatever depth is asked for.
TEST(Command, ComparesCommonNodesOnceIfLimitsAllowNoGreaterDepth) {
  const auto report =
      report_of({"search", "--suite", "bratko-kopec", "--algo", "pvs,alphabeta", "--depth",
                 "2,20,21", "--nodes", "3000", "--measure", "common_nodes"});
  const auto compared = testing::table_of(report, "common_nodes_compared");
  ASSERT_EQ(compared["rows"].size(), 2U);
  EXPECT_EQ(compared["rows"][0]["group"], "bratko-kopec, depth 2");
  EXPECT_EQ(compared["rows"][1]["group"], "bratko-kopec, depth 20");
  EXPECT_EQ(compared["notes"].back(), "without depths at which limits let no iteration be added");
}

TEST(Command, SaysHowToGoOnWithRunsOfAnotherDepth) {
  const TemporaryFile runs("");
  EXPECT_EQ(plylab({"search", "--depth", "1", "--runs", runs.path()}).status, 0);
  const Finished finished = plylab({"search", "--depth", "2", "--runs", runs.path()});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("in the file, the group 'chess' has the depth '1': include "
                                      "it, or name another file"));
}

// The name of a search says in which of its settings it differs from the others.
TEST(Command, ShowsSetsOfSwitchesSideBySideByPosition) {
  const std::vector<std::string> common{"search",  "--suite", "demo",    "--suite", "mates",
                                        "--algo",  "pvs",     "--with",  "plain",   "--with",
                                        "killers", "--eval",  "default", "--depth", "3"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = common;
    words.insert(words.end(), more.begin(), more.end());
    return report_of(words);
  };
  const std::set<std::string> sets{"pvs-soft with plain", "pvs-soft with killers"};
  for (const char* option : {"--detail", "--distinct", "--types", "--minimal"}) {
    const auto report = with({option});
    std::map<std::string, std::set<std::string>> names;  // by table
    for (const auto& table : report["tables"])
      for (const auto& row : table["rows"])
        if (row.contains("search") && row.contains("generator"))
          names[table["name"]].insert(row["search"]);
    EXPECT_EQ(names["search"], sets) << option;
    EXPECT_EQ(names["effort"], sets) << option;
    if (std::string(option) == "--detail") {
      for (const char* table : {"counters", "iterations", "cut_index", "phases", "cut_totals"})
        EXPECT_EQ(names[table], sets) << table;
    }
  }
  const auto raw = with({"--detail", "--table", "raw"});
  std::set<std::string> switches;
  for (const auto& row : raw["tables"][0]["rows"]) {
    EXPECT_EQ(row["search"], "pvs-soft");
    switches.insert(row["switches"]);
  }
  EXPECT_EQ(switches, (std::set<std::string>{"plain", "killers"}));
  // One set has no need of a longer name.
  const auto one = report_of({"search", "--algo", "pvs", "--with", "killers", "--depth", "2",
                              "--detail", "--fen", "startpos"});
  EXPECT_EQ(one["tables"][0]["rows"][0]["search"], "pvs-soft");
}

TEST(Command, TracesSeveralOrderingsAndEvaluations) {
  const auto report = report_of({"search", "--algo", "pvs", "--order", "see,captures", "--eval",
                                 "material,pst", "--depth", "2", "--trace", "--fen", "kiwipete"});
  std::set<std::string> names;
  for (const auto& table : report["tables"])
    if (table["name"] == "trace")
      for (const auto& row : table["rows"]) names.insert(row["search"]);
  EXPECT_EQ(names, (std::set<std::string>{
                       "pvs-soft eval material order see", "pvs-soft eval material order captures",
                       "pvs-soft eval pst order see", "pvs-soft eval pst order captures"}));
  const Finished depths = plylab({"search", "--algo", "pvs", "--depth", "2,3", "--detail"});
  EXPECT_EQ(depths.status, 2);
  EXPECT_THAT(depths.err, HasSubstr("not with several values of --depth, nor with --seeds"));
}

// Chess on the board that can be followed, with the same sums in every table.
TEST(Command, CountsNodesByType) {
  const auto report =
      report_of({"search", "--suite", "bratko-kopec", "--algo", "alphabeta,mtdf", "--depth", "3",
                 "--with", "table=1", "--types", "--detail", "--jobs", "2"});
  std::map<std::string, std::uint64_t> nodes, by_type, by_ply, cutoffs, cuts;
  for (const auto& row : testing::rows_of(report, "search")) {
    EXPECT_EQ(row["generator"], "mailbox");
    nodes[row["search"]] += row["nodes"].get<std::uint64_t>();
  }
  for (const auto& row : testing::rows_of(report, "counters"))
    cutoffs[row["search"]] += row["cutoffs"].get<std::uint64_t>();
  for (const auto& row : testing::rows_of(report, "node_types")) {
    const auto count = row["nodes"].get<std::uint64_t>();
    auto& sum = by_type[row["search"]];
    if (row["type"] == "any")
      EXPECT_EQ(count, sum);
    else
      sum += count;
    EXPECT_EQ(count, row["exact"].get<std::uint64_t>() + row["high"].get<std::uint64_t>() +
                         row["low"].get<std::uint64_t>());
  }
  for (const auto& row : testing::rows_of(report, "node_types_by_ply"))
    by_ply[row["search"]] += row["nodes"].get<std::uint64_t>();
  for (const auto& row : testing::rows_of(report, "type_cuts"))
    cuts[row["search"]] += row["cutoffs"].get<std::uint64_t>();
  EXPECT_EQ(by_type, nodes);
  EXPECT_EQ(by_ply, nodes);
  EXPECT_EQ(cuts, cutoffs);
  EXPECT_EQ(plylab({"search", "--types", "--gen", "bitboard"}).err,
            "plylab: --types: in chess only with --gen mailbox, whose trace costs the other boards "
            "nothing\n");
  EXPECT_EQ(plylab({"search", "--types", "--runs", "runs.jsonl"}).err,
            "plylab: --types: not with --runs, which does not store them\n");
}

TEST(Command, MeasuresTheOrderOfMoves) {
  const auto report = report_of({"search", "--fen", "startpos", "--fen",
                                 "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "--algo", "alphabeta",
                                 "--depth", "3", "--order", "canonical,captures", "--types"});
  std::map<std::string, std::vector<std::string>> rows;
  for (const auto& row : testing::rows_of(report, "order_quality")) {
    rows[row["search"]].push_back(row["phase"].get<std::string>() + ' ' +
                                  row["result"].get<std::string>());
    EXPECT_GT(row["nodes"], 0);
    EXPECT_GE(row["place"], 1);
    EXPECT_EQ(row["bits"] == 0, row["first"] == 100);
  }
  const std::vector<std::string> phases{"opening exact", "opening high", "endgame exact",
                                        "endgame high",  "any exact",    "any high"};
  EXPECT_EQ(rows, (std::map<std::string, std::vector<std::string>>{
                      {"alphabeta-soft order canonical", phases},
                      {"alphabeta-soft order captures", phases}}));
  // Searches without such nodes are named.
  const auto all = report_of({"search", "--depth", "2", "--order", "all", "--types"});
  for (const auto& table : all["tables"]) {
    if (table["name"] != "order_quality") continue;
    const std::string notes = table["notes"].dump();
    EXPECT_THAT(notes, HasSubstr("say no value or cutoff: sss\""));
    EXPECT_THAT(notes,
                HasSubstr("as all windows are null: mt-dual, mt-sss, mtd-bi, mtd-step, mtdf\""));
  }
  const auto perfect =
      report_of({"search", "--game", "synthetic-tree", "--position",
                 "tree(width=5,depth=4,order=1)", "--algo", "alphabeta", "--types"});
  for (const auto& row : testing::rows_of(perfect, "order_quality")) {
    EXPECT_EQ(row["phase"], "any");
    EXPECT_EQ(row["bits"], 0);
    EXPECT_EQ(row["place"], 1);
  }
}

TEST(Command, SearchesSeveralSuitesOneAfterTheOther) {
  const TemporaryFile one("4k3/8/8/8/8/8/8/4K2R w K - id \"first\";\n", "one"),
      two("4k3/8/8/8/8/8/8/R3K3 w Q - id \"second\";\n", "two");
  const auto report = report_of({"search", "--suite", one.path(), "--suite", two.path(), "--depth",
                                 "1", "--algo", "alphabeta", "--detail"});
  std::set<std::string> positions;
  for (const auto& table : report["tables"])
    if (table["name"] == "iterations")
      for (const auto& row : table["rows"]) positions.insert(row["position"]);
  EXPECT_EQ(positions, (std::set<std::string>{"one: first", "two: second"}));
}

// A limit ends some searches early, on fewer positions by one search than by the other.
TEST(Command, AveragesDepthsOverThePositionsThatAllCompleted) {
  const auto report = report_of({"search", "--suite", "bratko-kopec", "--depth", "4", "--algo",
                                 "minimax,alphabeta", "--nodes", "20000", "--detail"});
  std::map<int, std::map<std::string, std::set<std::string>>> completed;  // by depth, by search
  std::map<int, std::map<std::string, std::size_t>> averaged;
  for (const auto& table : report["tables"])
    for (const auto& row : table["rows"]) {
      const int depth = row.value("depth", 0);
      // Who began a depth has completed the one before.
      if (table["name"] == "iterations" && depth > 1)
        completed[depth - 1][row["search"]].insert(row["position"]);
      if (table["name"] == "by_depth") averaged[depth][row["variant"]] = row["starts"];
    }
  std::size_t unequal = 0;
  for (const auto& [depth, searches] : completed) {
    const auto &minimax = searches.begin()->second, &alphabeta = searches.rbegin()->second;
    std::size_t common = 0;
    for (const std::string& position : minimax) common += alphabeta.contains(position);
    unequal += minimax.size() != alphabeta.size();
    for (const auto& [search, positions] : averaged[depth]) EXPECT_EQ(positions, common) << search;
  }
  EXPECT_GT(unequal, 0U);
}

TEST(Command, GivesEqualTablesToSearchesThatAreCompared) {
  const std::vector<std::string> search = {"search", "--algo", "alphabeta,mtdf", "--depth", "4",
                                           "--fen",  pos3};
  const auto with = [&](const char* switches) {
    auto arguments = search;
    if (switches != nullptr) arguments.insert(arguments.end(), {"--with", switches});
    return report_of(arguments)["tables"];
  };
  const auto usual = with(nullptr), equal = with("table=64"), unequal = with("no-table");
  EXPECT_EQ(usual[0]["rows"], equal[0]["rows"]);
  EXPECT_NE(usual[0]["rows"][0], unequal[0]["rows"][0]);
  EXPECT_EQ(usual[0]["rows"][1], unequal[0]["rows"][1]);
  EXPECT_EQ(usual[0]["notes"][0],
            "all with table=64, since mtdf requires one (with no-table, it alone has one)");
  for (const auto& table : unequal) {
    if (table["name"] == "starts") continue;  // which nobody has searched
    EXPECT_EQ(table["notes"][0],
              "not on equal terms: with table=64: mtdf; without: alphabeta-soft");
  }
  EXPECT_THAT(equal[0]["notes"][0].get<std::string>(), StartsWith("evaluation"));
}

TEST(Command, NamesTheSwitchesInForce) {
  const auto notes = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"search", "--depth", "2"});
    return report_of(more)["tables"][0]["notes"];
  };
  EXPECT_EQ(notes({"--algo", "selective", "--game", "reversi"}),
            nlohmann::json({"evaluation material, ordering canonical, with table=64,deeper"}));
  EXPECT_EQ(notes({"--algo", "alphabeta,pvs,mtdf", "--with", "no-table"})[1],
            "evaluation pst, ordering captures; alphabeta-soft, pvs-soft with no-table; mtdf with "
            "table=64");
}

// In an experiment they are the sum, too.
TEST(Command, SumsTheSecondsOfTheIterations) {
  const auto report =
      report_of({"search", "--suite", "demo", "--depth", "3", "--algo", "mtdf", "--detail"});
  std::map<std::string, double> sums;  // by position
  std::map<std::string, nlohmann::json> rows;
  for (const auto& table : report["tables"]) rows[table["name"]] = table["rows"];
  double all = 0;
  for (const auto& row : rows["iterations"]) sums[row["position"]] += row["seconds"].get<double>();
  ASSERT_EQ(rows["effort"].size(), 14U);
  for (const auto& row : rows["effort"]) {
    EXPECT_NEAR(row["seconds"], sums[row["position"]], 1e-12) << row["position"];
    all += sums[row["position"]];
  }
  EXPECT_NEAR(rows["overview"][0]["seconds"], all, 1e-12);
}

TEST(Command, MarksASearchThatOutgrowsItsMemoryAndTellsTheRest) {
  const auto report =
      report_of({"search", "--algo", "alphabeta,sss", "--depth", "7", "--fen", "startpos"});
  const auto& summary = report["tables"][0];
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(summary["rows"][0]["depth"], 7);
  EXPECT_EQ(summary["rows"][1]["depth"], 5);
  EXPECT_EQ(summary["notes"][0],
            "chess, startpos, sss: depth 6 is incomplete: more than 4000000 nodes would have to be "
            "kept");
  const TemporaryFile suite(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"array\";\n");
  const auto solved =
      report_of({"solve", "--algo", "sss", "--depth", "7", "--suite", suite.path()});
  EXPECT_EQ(solved["tables"][4]["name"], "costs");
  EXPECT_EQ(solved["tables"][4]["rows"][0]["depth"], 5);
  EXPECT_EQ(solved["tables"][4]["notes"][0],
            "array, sss: goes no deeper: more than 4000000 nodes would have to be kept");
  const Finished match = plylab({"match", "--search", "a=alphabeta", "--search", "b=sss", "--depth",
                                 "6", "--games", "2", "--max-moves", "1"});
  EXPECT_EQ(match.status, 0) << match.err;
}

TEST(Command, TellsWinsLossesAndDrawsFromValues) {
  struct Case {
    std::vector<std::string> arguments;
    nlohmann::json value, outcome;
  };
  const Case cases[] = {
      {{"--fen", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "--depth", "2"}, nullptr, "loss 0"},
      {{"--fen", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "--depth", "2"}, 0, "draw"},
      {{"--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "3"}, nullptr, "win 1"},
      {{"--fen", "7k/R7/1R6/8/8/8/8/K7 b - - 0 1", "--depth", "3"}, nullptr, "loss 2"},
      {{"--game", "tictactoe", "--depth", "3"}, 0, nullptr},
      {{"--game", "tictactoe", "--depth", "9"}, 0, "draw"},
      {{"--game", "tictactoe", "--position", "xx./oo./..."}, nullptr, "win 1"},
      // Mate in two: full width proves that there is none in one, a selective search does not.
      {{"--fen", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "--depth", "3"}, nullptr, "win 3"},
      {{"--fen", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "--depth", "3", "--with", "null"},
       nullptr,
       "win ≤ 3"},
  };
  for (auto [arguments, value, outcome] : cases) {
    arguments.insert(arguments.begin(), {"search", "--algo", "pvs"});
    const auto report = report_of(arguments);
    const auto& iterations = report["tables"][2]["rows"];
    for (const auto& row : {report["tables"][0]["rows"][0], iterations.back()}) {
      EXPECT_EQ(row["value"], value) << arguments[4];
      EXPECT_EQ(row["outcome"], outcome) << arguments[4];
    }
  }
}

// An unfinished iteration has no value, outcome or branching factor, wherever it was cut.
TEST(Command, TellsNoResultOfAnUnfinishedIteration) {
  for (int nodes = 1; nodes < 400; nodes += 1 + nodes / 4) {
    const auto report =
        report_of({"search", "--algo", "pvs", "--fen", "6k1/5ppp/8/8/8/8/r7/4K2R w K - 0 1",
                   "--nodes", std::to_string(nodes)});
    const auto last = testing::rows_of(report, "iterations").back();
    EXPECT_THAT(last["line"].get<std::string>(), ::testing::EndsWith("(incomplete)"));
    for (const char* column : {"value", "outcome", "ebf", "ebf2"})
      EXPECT_TRUE(last[column].is_null()) << column << ' ' << nodes;
    const auto search = testing::rows_of(report, "search").at(0);
    EXPECT_EQ(search["depth"].is_null(), last["depth"] == 1);
  }
}

// People read the summary in a terminal of 80 columns.
TEST(Command, SummarisesSearchesInEightyColumns) {
  const Finished finished = plylab(
      {"search", "--algo", "all", "--gen", "all", "--depth", "2", "--suite", "bratko-kopec"});
  EXPECT_EQ(finished.status, 0);
  std::istringstream lines(finished.out.substr(0, finished.out.find("\n* ")));
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  EXPECT_LE(widest, 80U);
  EXPECT_GT(widest, 60U);
}

TEST(Command, TracesTheSearchesOfTheRoot) {
  const auto report = report_of(
      {"search", "--algo", "mtdf", "--depth", "4", "--trace", "--minimal", "--fen", pos3});
  const auto& trace = report["tables"][0];
  EXPECT_EQ(trace["name"], "trace");
  std::set<std::string> bounds;
  for (const auto& row : trace["rows"]) bounds.insert(row["bound"].get<std::string>());
  EXPECT_EQ(bounds, (std::set<std::string>{"++", "--"}));
  EXPECT_EQ(trace["notes"][0], "evaluation pst, ordering captures, with table=64");
  EXPECT_GE(report["tables"][4]["rows"][0]["to_tree"], 0.1);
}

// In the position of the blocked rook.
TEST(Command, MarksTheRootsMovesAsHossaDoes) {
  const auto report = report_of({"search", "--algo", "pvs", "--depth", "4", "--trace", "--fen",
                                 "1r6/1pb1k1p1/4p2p/1p1p4/3Pp2P/1R2P1PB/1P2P1K1/8 b - - 0 1"});
  std::map<int, std::vector<std::string>> marks;  // by depth
  for (const auto& row : report["tables"][0]["rows"]) marks[row["depth"]].push_back(row["mark"]);
  ASSERT_EQ(marks.size(), 4U);
  for (const auto& [depth, of_depth] : marks) {
    const std::string whole = "<" + std::to_string(depth) + ">";
    EXPECT_THAT(of_depth.front(), ::testing::EndsWith("1/" + std::to_string(depth)));
    EXPECT_THAT(of_depth.back(), ::testing::EndsWith(whole));
  }
  // The value is 48 at depth 2, 200 at depth 3 and 45 at depth 4.
  EXPECT_THAT(marks[3].back(), "! <3>");
  EXPECT_THAT(marks[4].back(), "<4>");
}

TEST(Command, RatesSearchesByThePhaseOfTheGame) {
  const auto report = report_of({"search", "--algo", "pvs", "--depth", "2", "--detail", "--fen",
                                 "startpos", "--fen", "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "--fen",
                                 "rn1qk3/8/8/8/8/8/8/RN1QK3 w - - 0 1", "--fen", pos3});
  std::map<std::string, int> positions;
  for (const auto& table : report["tables"])
    if (table["name"] == "phases")
      for (const auto& row : table["rows"]) positions[row["phase"]] = row["positions"];
  EXPECT_EQ(positions,
            (std::map<std::string, int>{{"opening", 1}, {"middle game", 1}, {"endgame", 2}}));
}

TEST(Command, ShowsTheMovesAsGeneratedAndAsSearched) {
  const auto report = report_of({"search", "--algo", "alphabeta", "--depth", "3", "--trace",
                                 "--with", "table=1", "--fen", "kiwipete"});
  const auto& moves = report["tables"][1];
  ASSERT_EQ(moves["name"], "moves");
  ASSERT_EQ(moves["rows"].size(), 48U);
  EXPECT_EQ(moves["rows"][0]["class"], "hash");
  std::set<int> generated;
  for (const auto& row : moves["rows"]) generated.insert(row["generated_as"].get<int>());
  EXPECT_EQ(generated.size(), 48U);
  EXPECT_EQ(*generated.rbegin(), 48);
  const auto& search = report["tables"][2];
  ASSERT_EQ(search["name"], "search");
  EXPECT_EQ(search["rows"][0]["move"], moves["rows"][0]["move"]);
}

// Where PVS cuts in the tree of pvs-report.tree; the last visit before a cut is a child.
TEST(Command, MarksTheVisitsThatWereCutOff) {
  const auto report = report_of(
      {"search", "--game", "explicit-tree", "--algo", "pvs", "--with", "no-deepening", "--trace"});
  const auto& visits = report["tables"][2];
  ASSERT_EQ(visits["name"], "visits");
  std::vector<std::string> cut;
  for (const auto& row : visits["rows"])
    if (row["cutoff"].get<bool>()) cut.push_back(row["node"]);
  EXPECT_EQ(cut, (std::vector<std::string>{"N1 N4", "N2", "N2 N5"}));
}

// The arrays of a search hold 128 plies; the default depth is the whole game, but not more than
// that.
TEST(Command, SearchesATreeThatIsDeeperThanItsArrays) {
  constexpr int nodes = 200;
  std::string chain;
  for (int node = 0; node < nodes; ++node)
    chain += std::string(static_cast<std::size_t>(node), ' ') + "n" + std::to_string(node) +
             (node + 1 < nodes ? "\n" : " 5\n");
  const TemporaryFile tree(chain);
  const auto report = report_of({"search", "--game", "explicit-tree", "--position", tree.path(),
                                 "--algo", "minimax,alphabeta,pvs,mtdf"});
  const auto rows = testing::rows_of(report, "search");
  ASSERT_EQ(rows.size(), 4U);
  for (const auto& row : rows) EXPECT_EQ(row["depth"], 127);
}

}  // namespace
}  // namespace plylab::search
