// What is answered to "go": moves, scores, mates, counts.
#include <string>

#include "search/mate/solvers.h"
#include "tests/suites/play/gui/gui.h"

namespace plylab {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Gui;
using ::testing::HasSubstr;
using testing::Lines;
using testing::masked;
using ::testing::MatchesRegex;
using testing::morphy;
using ::testing::Not;
using testing::number_behind;
using testing::plain;
using testing::plylab;
using ::testing::StartsWith;

TEST(Uci, PrintsLinesAsItSearches) {
  Gui gui(plain);
  gui.say(morphy);
  EXPECT_THAT(masked(gui.ask("go depth 3")),
              ElementsAre("info depth 1 score cp 118 nodes 17 … pv a1a7",
                          "info depth 2 score cp -408 nodes 20 … pv a1a7 b8a7",
                          "info depth 2 score cp -33 nodes 30 … pv b6a7 b8a7",
                          "info depth 2 score cp -27 nodes 53 … pv a1a2 b8e5",
                          "info depth 2 score cp -19 nodes 84 … pv c8d7 b8e5",
                          "info depth 2 score cp -19 nodes 90 … pv c8d7 b8e5",
                          "info depth 3 score cp 100 nodes 127 … pv c8d7 b8e5 a1a7",
                          "info depth 3 score mate 2 nodes 475 … pv a1a6 b7a6 b6b7",
                          "info depth 3 score mate 2 nodes 495 … pv a1a6 b7a6 b6b7",
                          "bestmove a1a6 ponder b7a6"));
}

TEST(Uci, SearchesTheSameWithinTheSameLimits) {
  const auto lines = [](const std::string& limits) {
    Gui gui;
    gui.say("position startpos moves e2e4 e7e5 g1f3");
    return masked(gui.ask("go " + limits));
  };
  EXPECT_EQ(lines("nodes 5000"), lines("nodes 5000"));
  EXPECT_EQ(lines("depth 4"), lines("depth 4"));
  EXPECT_EQ(number_behind("depth", lines("depth 4").end()[-2]), 4);
  EXPECT_LE(number_behind("nodes", lines("nodes 5000").end()[-2]), 5000);
}

TEST(Uci, KeepsToTheLimitsOfTheCommandLineToo) {
  Gui gui({"--depth", "2"});
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 4").end()[-2]), 2);
  EXPECT_EQ(number_behind("depth", gui.ask("go depth 1").end()[-2]), 1);
  EXPECT_EQ(number_behind("depth", gui.ask("go movetime 60000").end()[-2]), 2);
}

TEST(Uci, ThinksByTheClock) {
  Gui gui;
  for (const char* clock :
       {"wtime 300 btime 300", "wtime 300 btime 9 winc 10 binc 10 movestogo 5",
        "wtime -20 btime 100", "movetime 10", "movetime 0", "movestogo 0 wtime 9"})
    EXPECT_THAT(gui.ask(std::string("go ") + clock).back(),
                MatchesRegex("bestmove [a-h][1-8][a-h][1-8]( ponder .*)?"))
        << clock;
}

TEST(Uci, AsksForTheClockOfTheSideToMove) {
  Gui gui;
  gui.say("position startpos moves e2e4");
  const Lines lines = gui.ask("go wtime 60000 winc 1000");
  EXPECT_EQ(lines.front(), "info string go: btime: missing, and Black is to move");
  EXPECT_EQ(number_behind("depth", lines.end()[-2]), 1);
  EXPECT_GT(number_behind("depth", gui.ask("go wtime 100 btime 600").end()[-2]), 1);
  for (const char* limits : {"movestogo 5 depth 2", "wtime 1000 depth 2", "winc 100 nodes 500"})
    EXPECT_THAT(gui.ask(std::string("go ") + limits).front(), Not(HasSubstr("missing"))) << limits;
}

TEST(Uci, CountsPathsLikeStockfish) {
  Gui gui;
  gui.say("position fen 8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1");
  EXPECT_THAT(gui.ask("go perft 1", "Nodes searched"),
              ElementsAre("a5a4: 1", "a5a6: 1", "a5b4: 1", "a5b5: 1", "a5b6: 1", "d5d6: 1", "",
                          "Nodes searched: 6"));
  gui.say("position startpos moves e2e4");
  EXPECT_EQ(gui.ask("go perft 4", "Nodes searched").back(), "Nodes searched: 405385");
  gui.say("go perft 15");
  EXPECT_EQ(gui.ask("stop", "info").back(), "info string perft 15: stopped before the end");
}

TEST(Uci, IsVerified) {
  for (const char* generator : {"bitboard", "mailbox"}) {
    const auto finished =
        plylab({"verify", "--engine", std::string(PLYLAB_PROGRAM " uci --gen ") + generator});
    EXPECT_EQ(finished.status, 0) << finished.out;
    EXPECT_THAT(finished.out, ::testing::ContainsRegex("\n +[0-9]+ +[0-9]+ +0 +0 +0 "));
  }
}

TEST(Uci, ProvesMates) {
  Gui gui;
  gui.say(morphy);
  for (const std::string& solver : search::mate::mate_solver_names()) {
    if (solver == "checks") continue;  // which does not see quiet keys
    gui.say("setoption name Mate Solver value " + solver);
    const Lines lines = gui.ask("go mate 2");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(masked(lines)[0],
                MatchesRegex("info depth 3 score mate 2 nodes [0-9]+ … pv a1a6 b7a6 b6b7"));
    EXPECT_EQ(lines[1], "bestmove a1a6 ponder b7a6");
  }
}

TEST(Uci, ReportsAMissingProof) {
  Gui gui;
  gui.say(morphy);
  Lines lines = gui.ask("go mate 1");
  EXPECT_THAT(lines.front(), MatchesRegex("info string mate 1: none within 1, [0-9]+ nodes"));
  EXPECT_THAT(lines.back(), StartsWith("bestmove "));
  EXPECT_THAT(gui.ask("go mate 2 nodes 1").front(),
              MatchesRegex("info string mate 2: unknown, [0-9]+ nodes"));
  lines = gui.ask("go mate 2 searchmoves a1a2");
  EXPECT_THAT(lines.front(), HasSubstr("but not by searchmoves"));
  EXPECT_THAT(lines.back(), StartsWith("bestmove a1a2"));
  gui.say("position startpos");
  gui.say("go mate 50");
  EXPECT_THAT(gui.ask("stop").front(), StartsWith("info string mate 50: unknown"));
}

TEST(Uci, AnnouncesMatesInMoves) {
  Gui gui;
  gui.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  EXPECT_THAT(gui.ask("go depth 2"), Contains(HasSubstr(" score mate 1 ")));
  gui.say("position fen k7/8/1K6/8/8/8/8/7R b - - 0 1");
  EXPECT_THAT(gui.ask("go depth 8"), Contains(HasSubstr(" score mate -1 ")));
}

TEST(Uci, ChoosesFromSomeMovesOnly) {
  Gui gui;
  EXPECT_EQ(gui.ask("go depth 3 searchmoves a2a3").back().substr(0, 13), "bestmove a2a3");
  const std::string best = gui.ask("go searchmoves a2a4 h2h3 depth 3").back();
  EXPECT_TRUE(best.starts_with("bestmove a2a4") || best.starts_with("bestmove h2h3")) << best;
}

TEST(Uci, PlaysOnWhereASearchOutgrowsItsMemory) {
  Gui gui({"--algo", "sss"});
  const Lines lines = gui.ask("go depth 20");
  EXPECT_GE(number_behind("depth", lines.end()[-2]), 4);
  EXPECT_THAT(lines.back(), StartsWith("bestmove " + lines.end()[-2].substr(
                                                         lines.end()[-2].find(" pv ") + 4, 4)));
}

#ifndef PLYLAB_SANITIZED  // which needs more addresses than are left here
TEST(Uci, SearchesWithoutTheTableThatItCannotHave) {
  const auto finished = testing::run_process(
      "/bin/sh", {"-c",
                  "ulimit -v 2000000; (echo \"$1\"; echo setoption name Hash value 4000; "
                  "echo go depth 3; sleep 1; echo go mate 2; sleep 1) | "
                  "\"$0\" uci --algo alphabeta --order hash",
                  PLYLAB_PROGRAM, morphy});
  EXPECT_THAT(finished.out, ::testing::ContainsRegex("MiB of table do not fit into the memory"));
  EXPECT_THAT(finished.out, ::testing::ContainsRegex("bestmove a1a6(.|\n)*bestmove a1a6"));
}
#endif

}  // namespace
}  // namespace plylab
