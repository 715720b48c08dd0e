// plylab search and plylab experiment with engines beside their searches, as their user meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fake_engines.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;

class EngineContestants : public testing::FakeEngines {
 protected:
  /// Mate in 1, and the normal array.
  std::string suite() {
    return file("two.epd",
                "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n"
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"array\";\n");
  }

  /// Tells each depth; in the array it changes its mind within depth 2, and finishes no more.
  std::string engine(const std::string& name = "own", const std::string& in_array = ":") {
    return program(name, R"(while read -r word rest; do
  case $word in
    uci) echo 'id name )" + name +
                             R"('
         echo 'option name Hash type spin default 1 min 1 max 99'
         echo uciok ;;
    isready) echo readyok ;;
    position) case $rest in *6k1*) at=1 ;; *) at=2 ;; esac ;;
    go)
      case $at in
        1) echo 'info depth 1 score cp 500 nodes 9 pv a1a7'
           echo 'info depth 2 score mate 1 nodes 40 pv a1a8'
           echo 'info depth 3 score mate 1 nodes 90 pv a1a8'
           echo 'bestmove a1a8' ;;
        2) )" + in_array + R"(
           echo 'info depth 1 score cp 30 nodes 20 pv d2d4'
           echo 'info depth 2 score cp 10 nodes 50 pv d2d4'
           echo 'info depth 2 score cp 20 nodes 70 pv e2e4 e7e5'
           echo 'bestmove e2e4' ;;
      esac ;;
  esac
done)");
  }

  nlohmann::json tables(const std::vector<std::string>& words, int status = 0) {
    const auto report = testing::report_of(words, status);
    nlohmann::json named;
    for (const auto& table : report["tables"]) named[table["name"].get<std::string>()] = table;
    return named;
  }
};

TEST_F(EngineContestants, ReachDepthsBesideSearches) {
  const auto found = tables({"search", "--suite", suite(), "--engine", engine(), "--algo",
                             "minimax,pvs", "--eval", "material", "--depth", "3"});
  // Each depth is summed over the positions that all finished to it.
  const auto& rows = found["to_depth"]["rows"];
  ASSERT_EQ(rows.size(), 9U);
  const auto& minimax = rows[0];
  EXPECT_EQ(minimax["search"], "minimax");
  EXPECT_EQ(minimax["generator"], "bitboard");
  EXPECT_EQ(minimax["counted_by"], "plylab");
  EXPECT_EQ(minimax["positions"], 2);
  EXPECT_EQ(minimax["visited"], 1 + 15 + 1 + 20);
  EXPECT_EQ(rows[2]["positions"], 1);
  const auto& own = rows[7];
  EXPECT_EQ(own["search"], "own");
  EXPECT_EQ(own["generator"], nullptr);
  EXPECT_EQ(own["counted_by"], "itself");
  EXPECT_EQ(own["depth"], 2);
  EXPECT_EQ(own["positions"], 2);
  EXPECT_EQ(own["visited"], 40 + 70);
  EXPECT_GT(own["seconds"], 0.0);
  // What is known of each, with the engine's own values.
  std::size_t seen = 0;
  for (const auto& row : found["depths"]["rows"])
    if (row["search"] == "own" && row["position"] == "mate" && row["depth"] == 2) {
      ++seen;
      EXPECT_EQ(row["value"], 31999);
      EXPECT_EQ(row["move"], "Ra8#");
      EXPECT_EQ(row["visited"], 40);
    }
  EXPECT_EQ(seen, 1U);
  // The tables of searches have no engine.
  for (const auto& row : found["search"]["rows"]) EXPECT_NE(row["search"], "own");
}

TEST_F(EngineContestants, FindSolutionsBesideSearches) {
  const auto found = tables({"search", "--suite", suite(), "--engine", engine(), "--algo", "pvs",
                             "--eval", "material", "--depth", "2"});
  const auto& rows = found["to_solution"]["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1]["search"], "own");
  EXPECT_EQ(rows[1]["positions"], 2);
  EXPECT_EQ(rows[1]["solved"], 2);
  EXPECT_EQ(rows[0]["solved"], 1);  // e4 is not what material prefers
  EXPECT_EQ(rows[1]["common"], 1);
  EXPECT_EQ(rows[1]["visited"], 40);
}

TEST_F(EngineContestants, TakePartInComparisonsAndExperiments) {
  const auto found = tables({"search", "--suite", suite(), "--engine", engine(), "--algo", "pvs",
                             "--with", "plain", "--with", "table=1", "--depth", "2"});
  std::vector<std::string> names;
  for (const auto& row : found["to_depth"]["rows"])
    if (row["depth"] == 1) names.push_back(row["search"]);
  EXPECT_THAT(names, ::testing::ElementsAre("pvs-soft with plain", "pvs-soft with table=1", "own"));

  const std::string experiment = file("mine.toml", R"(name = "mine"
[factors]
variant = ["pvs"]
[[positions]]
name = "chess"
fen = "startpos"
depth = [1, 2]
)");
  const auto of_file = tables({"experiment", experiment, "--engine", engine()});
  EXPECT_EQ(of_file["to_depth"]["rows"].size(), 4U);
}

TEST_F(EngineContestants, FaultsAreTold) {
  const std::string dies = engine("dies", "exit 7");
  const auto found = tables({"search", "--suite", suite(), "--engine", engine(), "--engine", dies,
                             "--algo", "pvs", "--depth", "1", "--jobs", "2"},
                            1);
  EXPECT_EQ(found["to_depth"]["rows"][0]["positions"], 1);
  EXPECT_THAT(found["to_depth"]["notes"].dump(), HasSubstr("dies in array: "));
}

TEST_F(EngineContestants, WrongOptionsAreToldBeforeTheSearch) {
  const std::string own = engine();
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--engine", "no-such-engine"},
       "--engine 'no-such-engine' cannot be started: no such program"},
      {{"--engine", own, "--engine", own},
       "--engine '" + own + "': there is a 'own' already; name it: --engine NAME=COMMAND"},
      {{"--engine", "pvs-soft=" + own, "--algo", "pvs"},
       "--engine: pvs-soft is a search; name the engine otherwise"},
      {{"--engine", own, "--game", "reversi"}, "--engine: engines play chess only"},
      {{"--engine", own, "--option", "Threads=2"},
       "--engine '" + own + "': no 'Threads'; there is Hash"}};
  for (const auto& [more, message] : cases) {
    std::vector<std::string> words{"search", "--depth", "2"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished finished = plylab(words);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  }
}

TEST_F(EngineContestants, HaveNoCountIfTheyTellNone) {
  const std::string quiet = program("quiet", R"(while read -r word rest; do
  case $word in
    uci) echo 'id name quiet'; echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 1 score cp 30 pv e2e4'; echo 'bestmove e2e4' ;;
  esac
done)");
  const auto found = tables({"search", "--engine", quiet, "--algo", "pvs", "--depth", "1"});
  EXPECT_EQ(found["to_depth"]["rows"].size(), 2U);
  EXPECT_EQ(found["depths"]["rows"].size(), 2U);
  for (const auto& row : found["to_depth"]["rows"])
    EXPECT_EQ(row["visited"].is_null(), row["search"] == "quiet") << row;
  for (const auto& row : found["depths"]["rows"])
    EXPECT_EQ(row["visited"].is_null(), row["search"] == "quiet") << row;
}

/// An engine that says these lines to every go.
std::string saying(const std::string& lines) {
  return R"(while read -r word rest; do
  case $word in
    uci) echo 'id name own'; echo uciok ;;
    isready) echo readyok ;;
    go) )" +
         lines + R"( ;;
  esac
done)";
}

TEST_F(EngineContestants, SolveNothingWithAFault) {
  const std::string line = "echo 'info depth 1 score mate 1 nodes 9 pv a1a8'; ";
  const auto solved = [&](const std::string& end) {
    const std::string own = program("own", saying(line + end));
    const auto found =
        tables({"search", "--suite", suite(), "--engine", own, "--algo", "pvs", "--depth", "1"}, 1);
    EXPECT_EQ(found["to_solution"]["rows"][1]["search"], "own");
    return found["to_solution"]["rows"][1]["solved"].get<int>();
  };
  EXPECT_EQ(solved("echo 'bestmove a1a8'"), 1);
  EXPECT_EQ(solved("echo 'bestmove e1e8'"), 0);  // illegal
  EXPECT_EQ(solved("kill -9 $$"), 0);
}

TEST_F(EngineContestants, HaveNotFinishedTheDepthInWhichTheyAreStopped) {
  const std::string own =
      program("own", saying("for d in 1 2 3; do echo \"info depth $d score cp 9 nodes 9 pv a1a7\"; "
                            "done; echo 'bestmove a1a7'"));
  const auto deepest = [&](const std::vector<std::string>& limit) {
    std::vector<std::string> words{
        "search", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - -", "--engine", own, "--algo", "pvs"};
    words.insert(words.end(), limit.begin(), limit.end());
    int depth = 0;
    const auto found = tables(words);
    for (const auto& row : found["depths"]["rows"])
      if (row["search"] == "own") depth = std::max(depth, row["depth"].get<int>());
    return depth;
  };
  EXPECT_EQ(deepest({"--depth", "9"}), 3);
  EXPECT_EQ(deepest({"--depth", "9", "--time", "60"}), 3);  // it ended by itself
  EXPECT_EQ(deepest({"--depth", "3", "--nodes", "900"}), 2);
  EXPECT_EQ(deepest({"--depth", "9", "--nodes", "900"}), 2);
  EXPECT_EQ(deepest({"--depth", "2"}), 2);  // its own search goes on
}

// Of a file that is cut anywhere, what is missing is searched again, and the tables are the same.
TEST_F(EngineContestants, AreStoredWithTheRuns) {
  const std::string asked = path("asked"), runs = path("runs.jsonl");
  const std::string mates = file("mates.epd",
                                 "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"one\";\n"
                                 "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"two\";\n");
  const std::string own = program(
      "own", saying("echo go >>" + asked +
                    "; echo 'info depth 1 score cp 9 nodes 7 pv a1a7'; "
                    "echo 'info depth 2 score mate 1 nodes 9 pv a1a8'; echo 'bestmove a1a8'"));
  const auto searched = [&](const std::string& depth, const std::string& name) {
    file("asked", "");
    auto found = tables({"search", "--suite", mates, "--engine", name + "=" + own, "--algo", "pvs",
                         "--depth", depth, "--runs", runs});
    return std::pair(found["to_depth"], std::ranges::count(testing::content(asked), '\n'));
  };
  const auto [first, times] = searched("2", "mine");
  EXPECT_EQ(times, 2);
  const auto [again, times_again] = searched("2", "mine");
  EXPECT_EQ(times_again, 0);
  EXPECT_EQ(again, first);
  // By another name it may be compared with itself; another depth is another search.
  EXPECT_EQ(searched("2", "renamed").second, 2);
  EXPECT_EQ(searched("1..3", "mine").second, 2);

  const std::string whole = testing::content(runs);
  const auto of_report = [&] { return tables({"report", runs})["to_depth"]; };
  const auto reported = of_report();
  EXPECT_EQ(reported["rows"].size(), 4U);
  EXPECT_EQ(reported["rows"][3]["search"], "mine");
  for (std::size_t end = whole.find('\n') + 1; end != 0; end = whole.find('\n', end) + 1) {
    std::ofstream(runs, std::ios::trunc) << whole.substr(0, end);
    static_cast<void>(searched("1..3", "mine"));
    auto resumed = of_report();
    for (nlohmann::json& row : resumed["rows"]) row["seconds"] = 0;
    auto right = reported;
    for (nlohmann::json& row : right["rows"]) row["seconds"] = 0;
    EXPECT_EQ(resumed["rows"], right["rows"]) << end;
  }

  EXPECT_EQ(testing::report_of({"report", runs})["complete"], true);
  for (const auto& row : reported["rows"])
    EXPECT_NE(row["search"], "renamed") << "which was asked for depth 2 alone";

  std::string wrong = whole;
  wrong.replace(wrong.find("\"visited\":9"), 11, "\"visited\":8");
  std::ofstream(runs, std::ios::trunc) << wrong;
  EXPECT_EQ(plylab({"report", runs}).status, 2);
}

TEST_F(EngineContestants, AreAskedAgainAfterAFault) {
  const std::string lives = path("lives"), runs = path("runs.jsonl");
  const std::string own =
      program("own", saying("test -e " + lives +
                            " || exit 3; echo 'info depth 1 score cp 9 nodes 7 pv a1a7'; "
                            "echo 'bestmove a1a7'"));
  const std::vector<std::string> words{"search",   "--fen",    "6k1/5ppp/8/8/8/8/8/R3K3 w - -",
                                       "--engine", "a=" + own, "--engine",
                                       "b=" + own, "--algo",   "pvs",
                                       "--depth",  "1",        "--runs",
                                       runs};
  const auto finishers = [](const nlohmann::json& table) {
    return std::ranges::count_if(table["rows"],
                                 [](const auto& row) { return !row["depth"].is_null(); });
  };
  EXPECT_EQ(finishers(tables(words, 1)["to_depth"]), 1);  // pvs alone
  EXPECT_THAT(tables({"report", runs})["to_depth"]["notes"].dump(), HasSubstr("exit status 3"));
  file("lives", "");
  EXPECT_EQ(finishers(tables(words)["to_depth"]), 3);
  const auto reported = tables({"report", runs});
  EXPECT_EQ(finishers(reported["to_depth"]), 3);
  EXPECT_THAT(reported["to_depth"]["notes"].dump(), ::testing::Not(HasSubstr("exit status 3")));
}

// Its command and its options are as they were.
TEST_F(EngineContestants, AreAskedAgainIfTheirProgramHasChanged) {
  const std::string asked = path("asked"), runs = path("runs.jsonl");
  const auto built = [&](const std::string& nodes) {
    return program("own", saying("echo go >>" + asked + "; echo 'info depth 1 score cp 9 nodes " +
                                 nodes + " pv a1a7'; echo 'bestmove a1a7'"));
  };
  const auto searched = [&] {
    file("asked", "");
    const auto found = tables({"search", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - -", "--engine",
                               path("own"), "--algo", "pvs", "--depth", "1", "--runs", runs});
    return std::pair(found["to_depth"], std::ranges::count(testing::content(asked), '\n'));
  };
  const std::string note = "its program has changed; stored searches that do not count: 1";
  built("7");
  EXPECT_EQ(searched().second, 1);
  EXPECT_EQ(searched().second, 0);
  built("8");
  const auto [rebuilt, times] = searched();
  EXPECT_EQ(times, 1);
  EXPECT_EQ(rebuilt["rows"][1]["visited"], 8);
  EXPECT_THAT(rebuilt["notes"].dump(), HasSubstr(note));
  EXPECT_EQ(searched().second, 0);
  EXPECT_THAT(searched().first["notes"].dump(), ::testing::Not(HasSubstr(note)));
  EXPECT_EQ(tables({"report", runs})["to_depth"]["rows"][1]["visited"], 8);
  built("7");  // the old one once more
  EXPECT_EQ(searched().second, 1);
  EXPECT_EQ(tables({"report", runs})["to_depth"]["rows"][1]["visited"], 7);
}

TEST_F(EngineContestants, KeepTheirOrderInReports) {
  const std::string runs = path("runs.jsonl");
  const auto found = [&](const std::vector<std::string>& words) {
    std::vector<std::string> names;
    const nlohmann::json rows = tables(words)["to_depth"]["rows"];
    for (const auto& row : rows)
      if (row["depth"] == 1) names.push_back(row["search"]);
    return names;
  };
  const std::vector<std::string> searched =
      found({"search", "--suite", suite(), "--engine", engine("zebra"), "--engine", engine("ant"),
             "--engine", engine("mole"), "--algo", "pvs", "--depth", "1", "--runs", runs});
  EXPECT_THAT(searched, ::testing::ElementsAre("pvs-soft", "zebra", "ant", "mole"));
  EXPECT_EQ(found({"report", runs}), searched);
}

// What an engine does not tell is empty, and a note says why; the others are compared.
TEST_F(EngineContestants, StandInTheTablesWithWhatIsKnown) {
  const std::string quiet = program("quiet", saying("echo 'bestmove a1a8'"));
  const std::string absurd = program(
      "absurd", saying("echo 'info depth 99999999999 score cp 9 nodes 7 pv a1a8'; echo 'bestmove "
                       "a1a8'"));
  const auto found =
      tables({"search", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - -", "--engine", "quiet=" + quiet,
              "--engine", "absurd=" + absurd, "--algo", "pvs", "--depth", "2"});
  for (const char* const table : {"to_depth", "depths"}) {
    std::vector<std::string> rows;
    for (const auto& row : found[table]["rows"])
      rows.push_back(row["search"].get<std::string>() + ' ' + row["depth"].dump());
    EXPECT_THAT(rows,
                ::testing::ElementsAre("pvs-soft 1", "pvs-soft 2", "quiet null", "absurd null"))
        << table;
  }
  const auto over = tables({"search", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - -", "--engine",
                            "quiet=" + quiet, "--algo", "pvs", "--depth", "2"});
  EXPECT_THAT(over["to_depth"]["notes"].dump(),
              HasSubstr("quiet in 1 position: it is not asked where no move is legal"));
  const std::string notes = found["to_depth"]["notes"].dump();
  EXPECT_THAT(notes,
              HasSubstr("quiet in 1 position: it sent no line of thinking that can be read"));
  EXPECT_THAT(notes,
              HasSubstr("absurd in 1 position: no line of thinking has a depth from 0 to 1000"));
}

TEST_F(EngineContestants, AreComparedOnTermsThatAreTold) {
  const auto asked = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"search", "--suite", suite(), "--engine",
                                   engine(), "--depth", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return tables(words);
  };
  const auto unequal = asked({"--algo", "selective,pvs", "--with", "no-table"});
  for (const char* const table : {"to_depth", "to_solution", "depths", "search"})
    EXPECT_THAT(unequal[table]["notes"].dump(), HasSubstr("not on equal terms: with table=64: "
                                                          "selective; without: pvs-soft"))
        << table;
  const auto without = asked({"--algo", "pvs"});
  EXPECT_THAT(without["to_depth"]["notes"].dump(),
              HasSubstr("not on equal terms: the searches have no table, engines have their own"));
  EXPECT_THAT(unequal["to_depth"]["notes"].dump(),
              HasSubstr("engines have tables of 64 MiB, as the searches with the greatest"));
  // A table that was not named, since mtdf requires one.
  const auto given = asked({"--algo", "mtdf,pvs", "--with", "plain", "--with", "killers"});
  std::vector<std::string> names;
  for (const auto& row : given["to_depth"]["rows"]) names.push_back(row["search"]);
  EXPECT_THAT(names,
              ::testing::ElementsAre("mtdf with plain (table=64)", "pvs-soft with plain (table=64)",
                                     "mtdf with killers (table=64)",
                                     "pvs-soft with killers (table=64)", "own"));
  // minimal is no search, but the engine is one.
  const auto minimal = asked({"--algo", "minimal"});
  ASSERT_EQ(minimal["to_depth"]["rows"].size(), 1U);
  EXPECT_THAT(minimal["to_depth"]["notes"].dump(), ::testing::Not(HasSubstr("equal terms")));
  EXPECT_EQ(minimal["to_depth"]["rows"][0]["search"], "own");
  EXPECT_THAT(minimal["to_depth"]["notes"].dump(), HasSubstr("without minimal, which is a tree"));
}

TEST_F(EngineContestants, HaveNoCentipawnsThatLookLikeMates) {
  const auto value = [&](const std::string& score) {
    const std::string own = program("own", saying("echo 'info depth 1 score " + score +
                                                  " nodes 9 pv a1a7'; echo 'bestmove a1a7'"));
    const auto rows = tables({"search", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - -", "--engine", own,
                              "--algo", "pvs", "--depth", "1"})["depths"]["rows"];
    return rows.back()["value"];
  };
  EXPECT_EQ(value("cp 31000"), 31000);
  EXPECT_TRUE(value("cp 31001").is_null());
  EXPECT_TRUE(value("cp -31001").is_null());
  EXPECT_EQ(value("mate 499"), 32000 - 997);
  EXPECT_EQ(value("mate -499"), -32000 + 998);
  EXPECT_TRUE(value("mate 500").is_null());
}

}  // namespace
}  // namespace plylab
