// plylab elo as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_folder.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;

/// The rows of a table of plylab elo with these arguments.
nlohmann::json rows(std::vector<std::string> arguments, const std::string& table) {
  arguments.insert(arguments.begin(), "elo");
  return testing::rows_of(testing::report_of(arguments), table);
}

std::string error(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "elo");
  const auto finished = plylab(arguments);
  EXPECT_EQ(finished.status, 2);
  return finished.err;
}

/// A game without moves.
std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& more = "") {
  return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n" +
         more + "\n" + result + "\n\n";
}

class EloCommand : public testing::WithFolder {
 protected:
  std::string file(const std::string& text) const {
    std::ofstream(path("games.pgn")) << text;
    return path("games.pgn");
  }
};

// "?" is whoever it was, not one person.
TEST_F(EloCommand, LeavesUnknownPlayersOut) {
  const std::string games = game("A", "B", "1-0") + game("B", "A", "1/2-1/2");
  const auto known = rows({file(games), "--prior", "2"}, "players");
  const auto report = testing::report_of(
      {"elo", file(games + game("A", "?", "1-0") + game("", "B", "1-0")), "--prior", "2"});
  EXPECT_EQ(testing::rows_of(report, "players"), known);
  EXPECT_THAT(report.dump(), HasSubstr("2 games with an unknown player are left out"));
}

TEST(EloCounts, AreWinsDrawsAndLosses) {
  const auto row = rows({"--wdl", "120", "80", "40"}, "results")[0];
  EXPECT_EQ(row["games"], 240);
  EXPECT_NEAR(row["score"], 100 * 160.0 / 240, 1e-9);
  EXPECT_NEAR(row["elo"], 120.412, 1e-3);  // 400 log10 2
  EXPECT_NEAR(row["los"], 100, 1e-3);
  EXPECT_EQ(rows({"--wdl=120", "--wdl=80", "--wdl=40"}, "results")[0], row);
}

// The example in the tests of fast-chess (app/tests/elo_test.cpp).
TEST(EloCounts, ArePairs) {
  const auto row = rows({"--penta", "332", "433", "498", "333", "334"}, "pairs")[0];
  EXPECT_NEAR(row["nelo"], -9.17, 0.005);
  EXPECT_NEAR(row["los"], 5.05, 0.005);
}

// 205 points of 390 games; the interval is from the sample variance (n - 1) of the pairs'
// scores.
TEST(EloCounts, OfPairsHaveAScore) {
  const auto row = rows({"--penta", "10", "40", "80", "50", "15"}, "score")[0];
  EXPECT_EQ(row["games"], 390);
  EXPECT_NEAR(row["score"], 100 * 205.0 / 390, 1e-9);
  EXPECT_NEAR(row["elo"], 17.8, 0.05);
  EXPECT_NEAR(row["low"], -6.182, 0.001);
  EXPECT_NEAR(row["high"], 42.010, 0.05);
}

TEST(EloCounts, AreRefusedIfTheyAreNone) {
  EXPECT_THAT(error({"--wdl", "0", "0", "0"}), HasSubstr("--wdl: no game"));
  EXPECT_THAT(error({"--wdl", "1", "2"}), HasSubstr("--wdl: expects 3 values"));
  EXPECT_THAT(error({"--wdl", "1", "2", "-q"}), HasSubstr("--wdl: expects 3 values"));
  EXPECT_THAT(error({"--penta", "1", "2", "-3", "4", "5"}), HasSubstr("--penta: -3 is below 0"));
  EXPECT_THAT(error({}), HasSubstr("elo: nothing to rate"));
  EXPECT_THAT(error({"/nowhere.pgn"}), HasSubstr("/nowhere.pgn"));
}

// z(0.95) is 1.644854: (2·1.644854 / (10/347.4356))² are 13064 games, whatever draws there are.
TEST(EloCounts, RefusesWhatCountsAloneCannotUse) {
  const auto refused = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "elo");
    const auto run = plylab(arguments);
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_EQ(refused({"--wdl", "18446744073709551615", "1", "5"}),
            "plylab: --wdl: a count is beyond 1000000000000\n");
  EXPECT_EQ(refused({"--wdl", "10", "0", "0", "--prior", "2"}),
            "plylab: --prior, --anchor, --player: for the players of games, not with --wdl\n");
  EXPECT_EQ(refused({"games.pgn", "--player", "a"}),
            "plylab: --player: name at least two, whose games against each other count\n");
}

TEST(EloCounts, SayWhichFiguresAreMissing) {
  EXPECT_THAT(plylab({"elo", "--wdl", "10", "0", "0"}).out,
              HasSubstr("* no elo, los or nelo: no difference corresponds to a score of 100 %"));
  EXPECT_THAT(plylab({"elo", "--wdl", "0", "10", "0"}).out,
              HasSubstr("* no interval, los or nelo: each opening has the same score"));
  EXPECT_THAT(plylab({"elo", "--penta", "0", "0", "0", "0", "5"}).out,
              HasSubstr("* no elo, los or nelo: no difference corresponds to a score of 100 %"));
}

TEST_F(EloCommand, NamesRatingsThatAreFixed) {
  std::string games;
  for (int i = 0; i < 5; ++i) games += game("a", "b", "1-0") + game("b", "a", "0-1");
  const auto finished = plylab({"elo", file(games), "--prior", "2"});
  EXPECT_THAT(finished.out, HasSubstr("the advantage is set to 0"));
  EXPECT_THAT(finished.out, HasSubstr("the draw rate is set to BayesElo's usual one"));
  EXPECT_THAT(finished.out, HasSubstr("elo by the score alone"));
}

TEST(EloLength, IsKnownBeforehand) {
  const auto length = rows({"--sprt", "elo0=0,elo1=10", "--draws", "30"}, "length");
  ASSERT_EQ(length.size(), 3U);
  EXPECT_EQ(length[0]["fixed"], 13064);
  EXPECT_NEAR(length[0]["h1_accepted"], 5, 1e-6);
  EXPECT_NEAR(length[1]["h1_accepted"], 50, 1e-6);
  EXPECT_NEAR(length[2]["h1_accepted"], 95, 1e-6);
  // ln(19)² / (10/347.4356)² between the hypotheses; with either, 0.9 · 2 · ln 19 / (…)².
  EXPECT_EQ(length[1]["games"], 10466);
  EXPECT_EQ(length[0]["games"], 6398);
}

TEST(EloCounts, HaveNoMinusBeforeZero) {
  const std::string out = plylab({"elo", "--wdl", "1000", "1", "1001"}).out;  // -0.17
  EXPECT_EQ(out.find(" -0 "), out.npos) << out;
}

TEST_F(EloCommand, LeavesOpenWhatTheGamesLeaveOpen) {
  // Nobody can be compared with anybody.
  const std::string path = file(game("a", "b", "1-0"));
  const auto report = testing::report_of({"elo", path});
  for (const auto& player : testing::rows_of(report, "players"))
    for (const char* column : {"rank", "elo", "low", "high", "opponents"})
      EXPECT_TRUE(player[column].is_null()) << column;
  EXPECT_EQ(testing::rows_of(report, "model")[0]["games"], 0);
  // Who lost every game has no rating, and these games do not count.
  const std::string more = file(game("a", "b", "1-0") + game("b", "a", "1-0") +
                                game("a", "c", "1-0") + game("c", "b", "0-1"));
  const auto two = testing::report_of({"elo", more});
  EXPECT_EQ(testing::rows_of(two, "model")[0]["games"], 2);
  EXPECT_THAT(plylab({"elo", more}).out, HasSubstr("the games leave one rating open"));
}

TEST_F(EloCommand, RatesThePlayersOfAFile) {
  const std::string path =
      file(game("a", "b", "1-0") + game("b", "a", "1/2-1/2") + game("b", "c", "1-0") +
           game("c", "b", "1-0") + game("c", "a", "*") + game("a", "c", "1-0"));
  const auto report = testing::report_of({"elo", path, "--anchor", "b=100"});
  const auto players = testing::rows_of(report, "players");
  ASSERT_EQ(players.size(), 3U);
  EXPECT_EQ(players[0]["player"], "a");
  EXPECT_EQ(players[0]["games"], 3);
  EXPECT_EQ(players[0]["wins"], 2);
  EXPECT_EQ(players[1]["player"], "b");
  EXPECT_NEAR(players[1]["elo"], 100, 1e-9);
  EXPECT_EQ(testing::rows_of(report, "los").size(), 3U);
  EXPECT_EQ(testing::rows_of(report, "model")[0]["games"], 5);
  EXPECT_THAT(plylab({"elo", path}).out, HasSubstr("one game without a result is left out"));
  EXPECT_THAT(error({path, "--player", "d", "--player", "a"}),
              HasSubstr("--player: no finished game of 'd'"));
  EXPECT_THAT(error({path, "--sprt", "elo0=0,elo1=5"}), HasSubstr("name two by --player"));
}

// Two matches with other seeds both have an opening "random 1".
TEST_F(EloCommand, IdentifiesOpeningsByTheirMoves) {
  const auto pairs = [&](const std::string& last) {
    const auto by = [](const std::string& moves) {
      return "[Opening \"random 1\"]\n[OpeningMoves \"" + moves + "\"]\n";
    };
    const std::string text =
        game("new", "old", "1-0", by("a2a3")) + game("old", "new", "0-1", by("a2a3")) +
        game("new", "old", "1-0", by("h2h3")) + game("old", "new", "0-1", by(last));
    return rows({file(text), "--player", "new", "--player", "old"}, "pairs")[0]["pairs"].get<int>();
  };
  EXPECT_EQ(pairs("h2h3"), 2);
  EXPECT_EQ(pairs("b2b3"), 1);
}

/// A match: as plylab match writes it and as single games are told apart.
TEST_F(EloCommand, TestsAMatchAfterTheFact) {
  std::string text;
  for (int opening = 0; opening < 30; ++opening) {
    const std::string fen = "[FEN \"4k3/8/8/8/8/8/" + std::string("P7/4K3 w - - 0 ") +
                            std::to_string(opening + 1) + "\"]\n[SetUp \"1\"]\n";
    text += game("new", "old", opening % 3 == 0 ? "1/2-1/2" : "1-0", fen);
    text += game("old", "new", opening % 5 == 0 ? "1-0" : "1/2-1/2", fen);
  }
  const auto report =
      testing::report_of({"elo", file(text), "--player", "new", "--player", "old", "--sprt",
                          "elo0=0,elo1=100", "--figure", path("llr.svg")});
  EXPECT_EQ(testing::rows_of(report, "results")[0]["games"], 60);
  EXPECT_EQ(testing::rows_of(report, "results")[0]["player"], "new");
  EXPECT_EQ(testing::rows_of(report, "pairs")[0]["pairs"], 30);
  const auto course = testing::rows_of(report, "course");
  const auto sprt = testing::rows_of(report, "sprt")[0];
  EXPECT_EQ(course.size(), 30U);
  EXPECT_EQ(sprt["accepted"], "H1");
  const std::size_t pairs = sprt["pairs"];
  ASSERT_LT(pairs, 30U);
  EXPECT_GE(course[pairs - 1]["llr"], sprt["upper"]);
  EXPECT_LT(course[pairs - 2]["llr"], sprt["upper"]);
  EXPECT_TRUE(std::filesystem::exists(path("llr.svg")));
}

}  // namespace
}  // namespace plylab
