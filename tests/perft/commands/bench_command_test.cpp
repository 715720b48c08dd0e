// plylab bench: races against engines good and bad. No test looks at how fast anything is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/fake_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using testing::content;
using testing::Finished;
using ::testing::HasSubstr;
using testing::is_gone;
using ::testing::Not;
using testing::plylab;

class Bench : public testing::FakeEngines {};

Finished bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"bench", "perft", "--depths", "1,1,1,1,1,1"});
  return plylab(arguments);
}

nlohmann::json json_of(std::vector<std::string> arguments, int status,
                       const std::string& said = "") {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Finished finished = bench(arguments);
  EXPECT_EQ(finished.status, status) << finished.err;
  EXPECT_EQ(finished.err, said);
  return nlohmann::json::parse(finished.out);
}

TEST_F(Bench, CountsWithStatisticsBesideWithout) {
  const auto report =
      json_of({"--no-engine", "--rounds", "1", "--gen", "mailbox,x88", "--stats"}, 0);
  std::vector<std::string> contestants;
  for (const auto& row : report["tables"][1]["rows"]) contestants.push_back(row["contestant"]);
  EXPECT_THAT(contestants,
              ::testing::ElementsAre("mailbox", "mailbox --stats", "x88", "x88 --stats"));
  for (const auto& row : report["tables"][0]["rows"]) EXPECT_EQ(row["count"], "right");

  const Finished refused = plylab({"bench", "perft", "--game", "synthetic-tree", "--stats"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err, "plylab: --stats: synthetic-tree has no statistics\n");
}

TEST_F(Bench, ReportsPositionsMeansAndRounds) {
  const auto report =
      json_of({"--engine", honest(), "--rounds", "2", "--gen", "bitboard,mailbox"}, 0);
  EXPECT_EQ(report["complete"], true);
  const auto& positions = report["tables"][0];
  EXPECT_EQ(positions["name"], "positions");
  ASSERT_EQ(positions["rows"].size(), 6 * 3U);
  for (const auto& row : positions["rows"]) {
    EXPECT_EQ(row["count"], "right");
    EXPECT_EQ(row["depth"], 1);
    for (const char* figure : {"rate", "ratio", "min", "max"}) EXPECT_GT(row[figure], 0);
  }
  EXPECT_EQ(positions["rows"][1]["position"], "startpos");
  EXPECT_EQ(positions["rows"][1]["contestant"], "mailbox");
  EXPECT_EQ(positions["rows"][2]["contestant"], "Honest");
  EXPECT_EQ(positions["rows"][2]["ratio"], 1.0);
  const auto& means = report["tables"][1];
  EXPECT_EQ(means["name"], "means");
  ASSERT_EQ(means["rows"].size(), 3U);
  EXPECT_EQ(means["rows"][2]["command"], path("Honest"));
  EXPECT_EQ(means["rows"][2]["positions"], 0);  // at depth 1 nothing takes long enough
  EXPECT_TRUE(means["rows"][2]["mean"].is_null());
  EXPECT_THAT(positions["notes"].dump(),
              HasSubstr("Honest: too short to measure (less than 10 ms)"));
  const auto& rounds = report["tables"][2];
  EXPECT_EQ(rounds["name"], "rounds");
  ASSERT_EQ(rounds["rows"].size(), 2 * 6 * 3U);
  // All contestants on a position before the next position, all positions before the next round.
  const auto& row = rounds["rows"][6 * 3 + 3 + 2];
  EXPECT_EQ(row["round"], 2);
  EXPECT_EQ(row["position"], "kiwipete");
  EXPECT_EQ(row["contestant"], "Honest");
  EXPECT_EQ(row["leaves"], 48);
  EXPECT_EQ(row["expected"], 48);
  EXPECT_GT(row["seconds"], 0);
}

TEST_F(Bench, ShowsTheRoundsInTextOnlyOnDemand) {
  const std::vector<std::string> plain{"--engine", honest(), "--rounds", "1"};
  EXPECT_THAT(bench(plain).out, Not(HasSubstr("All rounds")));
  auto detailed = plain;
  detailed.emplace_back("--detail");
  EXPECT_THAT(bench(detailed).out, HasSubstr("All rounds"));
}

TEST_F(Bench, ALiarHasNoRateWhereItLies) {
  const std::string liar = engine("Liar", "test $n = 48 && n=49; echo \"Nodes searched: $n\"");
  const auto report = json_of({"--engine", liar, "--engine", honest(), "--rounds", "2"}, 1);
  const auto& positions = report["tables"][0];
  const auto& row = positions["rows"][4];
  EXPECT_EQ(row["contestant"], "Liar");
  EXPECT_EQ(row["count"], "WRONG");
  for (const char* figure : {"rate", "ratio", "min", "max"}) EXPECT_TRUE(row[figure].is_null());
  EXPECT_EQ(positions["rows"][1]["count"], "right");
  EXPECT_EQ(positions["notes"][1], "kiwipete: Liar counts 49 at depth 1, the suite states 48");
  EXPECT_THAT(positions["notes"][0], HasSubstr("ratios are to Honest in the same round"));
  EXPECT_TRUE(report["tables"][1]["rows"][1]["mean"].is_null());
}

TEST_F(Bench, OurOwnWrongCountIsNoSecret) {
  std::string suite = content(PLYLAB_SUITES_DIR "/perft.epd");
  suite.replace(suite.find("D1 48"), 5, "D1 47");
  file("perft.epd", suite);
  const Finished finished =
      plylab({"bench", "perft", "--depths", "1,1,1,1,1,1", "--no-engine", "--rounds", "1"},
             {{"PLYLAB_SUITES", std::filesystem::path(path("x")).parent_path()}});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("counts 48 at depth 1, the suite states 47"));
}

TEST_F(Bench, ContinuesWithoutEnginesThatFail) {
  const std::string dead = engine("Dead", "exit 3");
  const std::string shot = engine("Shot", "kill -SEGV $$");
  const std::string babble = engine("Babble", "echo 'Nodes searched: many'");
  const std::string flood = engine("Flood", "while echo 'info string'; do :; done");
  std::vector<std::string> arguments{"--rounds", "2"};
  for (const std::string& command : {dead, shot, babble, flood, std::string("/no/such/engine"),
                                     std::string("/bin/true"), path(""), honest()})
    arguments.insert(arguments.end(), {"--engine", command});
  const auto report = json_of(arguments, 1);
  const auto& positions = report["tables"][0];
  const std::vector<std::string> notes = positions["notes"];
  const std::set<std::string> said(notes.begin(), notes.end());
  for (const std::string& note :
       {std::string("Dead ended with exit status 3 (startpos, round 1)"),
        std::string("Shot was ended by signal 11 (startpos, round 1)"),
        std::string("Babble answers 'Nodes searched: many' to go perft 1 (startpos, round 1)"),
        std::string("Flood has no answer to 'go perft 1' among its first 10000 lines (startpos, "
                    "round 1)"),
        std::string("/no/such/engine cannot be started: no such program"),
        std::string("/bin/true ended with exit status 0"),
        path("") + " cannot be started: no such program"})
    EXPECT_TRUE(said.contains(note)) << note << "\n" << positions["notes"];
  EXPECT_THAT(notes[0], HasSubstr("ratios are to Honest in the same round"));
  const auto& rows = positions["rows"];
  EXPECT_EQ(rows[1]["count"], "failed");
  EXPECT_EQ(rows[8]["contestant"], "Honest");
  EXPECT_EQ(rows[8]["count"], "right");
}

TEST_F(Bench, AnEngineThatHangsIsEndedWithAllItsChildren) {
  const std::string hanging = engine("Hanging", "test $n = 14 && { echo $$ >" + path("engine") +
                                                    "; sleep 1000 & echo $! >" + path("child") +
                                                    "; wait; }; echo \"Nodes searched: $n\"");
  const auto report = json_of({"--timeout", "2", "--engine", hanging, "--rounds", "2"}, 1);
  EXPECT_EQ(report["complete"], true);
  const auto& positions = report["tables"][0];
  EXPECT_EQ(positions["notes"][1],
            "Hanging gives no answer to 'go perft 1' within 2 s (pos3, round 1)");
  EXPECT_EQ(positions["rows"][3]["count"], "right");
  EXPECT_EQ(positions["rows"][5]["count"], "failed");
  for (const char* who : {"engine", "child"}) EXPECT_TRUE(is_gone(path(who))) << who;
}

TEST_F(Bench, KeepsResultsOnCtrlC) {
  const std::string interrupting = engine(
      "Interrupting", "test $n = 48 && { echo $$ >" + path("engine") + "; kill -INT " +
                          testing::plylab_id + "; sleep 1000; }; echo \"Nodes searched: $n\"");
  const auto report = json_of({"--engine", interrupting}, 130,
                              "plylab: incomplete: not all of the work was done\n");
  EXPECT_EQ(report["complete"], false);
  const auto& rows = report["tables"][0]["rows"];
  EXPECT_EQ(rows[1]["count"], "right");
  EXPECT_EQ(rows[2]["count"], "right");
  EXPECT_TRUE(rows[3]["count"].is_null());
  EXPECT_EQ(report["tables"][2]["rows"].size(), 3U);
  EXPECT_TRUE(is_gone(path("engine")));
}

TEST_F(Bench, AcceptsSixtyPliesOfForcedMoves) {
  const Finished finished =
      plylab({"bench", "perft", "--position", "5b1k/4p1p1/4P1P1/8/8/1p1p4/1P1P4/K1B5 w - - 0 1",
              "--rounds", "1", "--no-engine", "--format", "json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const auto row = nlohmann::json::parse(finished.out)["tables"][0]["rows"][0];
  EXPECT_EQ(row["depth"], 60);
  EXPECT_EQ(row["count"], "right");
}

TEST_F(Bench, KernelsAreContestants) {
  const auto report = json_of({"--no-engine", "--kernel", "all", "--gen", "all"}, 0);
  std::set<std::string> names;
  for (const auto& row : report["tables"][1]["rows"]) names.insert(row["contestant"]);
  for (const char* name : {"mailbox", "x88", "bitboard/magic"}) EXPECT_TRUE(names.contains(name));
  EXPECT_THAT(report["tables"][0]["notes"][0].get<std::string>(),
              HasSubstr("ratios are to mailbox in the same round"));
}

TEST_F(Bench, RefusesWrongUseInOneLine) {
  const auto refusal = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"bench", "perft"});
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(refusal({"--depths", "1,2"}), "plylab: --depths: 2 depths for 6 positions\n");
  EXPECT_EQ(refusal({"--depths", "1,1,1,30,1,1"}),
            "plylab: the suite states no count for pos4 at depth 30\n");
  EXPECT_THAT(refusal({"--kernel", "avx1024"}), HasSubstr("plylab: --kernel: no 'avx1024'; there"));
  EXPECT_EQ(refusal({"--engine", " "}), "plylab: --engine: no program given\n");
  EXPECT_THAT(plylab({"bench", "perft", "--help"}).out, HasSubstr("\n  plylab bench perft\n"));
  EXPECT_THAT(plylab({"bench", "--help"}).out, HasSubstr("\n  plylab bench perft --quick\n"));
}

TEST_F(Bench, AgreesWithStockfish) {
  if (!testing::find_program("stockfish"))
    GTEST_SKIP() << "stockfish is not installed; ./lab test installs it";
  const Finished finished = plylab({"bench", "perft", "--depths", "3,3,3,3,3,3", "--rounds", "2",
                                    "--engine-less", "0", "--format", "json"});
  EXPECT_EQ(finished.status, 0);
  const auto report = nlohmann::json::parse(finished.out);
  const auto& rows = report["tables"][0]["rows"];
  ASSERT_EQ(rows.size(), 12U);
  for (const auto& row : rows) EXPECT_EQ(row["count"], "right");
  EXPECT_THAT(rows[1]["contestant"].get<std::string>(), HasSubstr("Stockfish"));
}

}  // namespace
}  // namespace plylab
