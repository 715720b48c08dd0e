// How a GUI is listened to: positions, waiting for the answer, mistakes, the end.
#include <string>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/chess/mailbox/mailbox.h"
#include "tests/suites/play/gui/gui.h"
#include "tests/support/fake_engines.h"

namespace plylab {
namespace {

using testing::bare_kings;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::Gui;
using ::testing::HasSubstr;
using testing::Lines;
using testing::morphy;
using ::testing::Not;
using testing::number_behind;
using testing::plain;
using testing::stalemate;
using ::testing::StartsWith;

TEST(Uci, ReportsTheEndOfTheGame) {
  Gui gui;
  gui.say(stalemate);
  EXPECT_THAT(gui.ask("go depth 3"), ElementsAre("info depth 0 score cp 0", "bestmove (none)"));
  gui.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_THAT(gui.ask("go mate 3"), ElementsAre("info depth 0 score mate 0", "bestmove (none)"));
}

TEST(Uci, ShowsTheTermsOfItsEvaluation) {
  Gui gui;
  gui.say("setoption name Evaluation value pst");
  gui.say("position startpos moves e2e4");
  EXPECT_THAT(gui.ask("eval", "pst"),
              ElementsAre("material            0", "placement         -50",
                          "pst               -50 centipawns for the side to move"));
}

TEST(Uci, WritesCastlingAsItIsAsked) {
  Gui gui;
  const std::string castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  const auto castles = [&](const std::string& position) {
    gui.say(position);
    Lines moves;
    for (const std::string& line : gui.ask("go perft 1", "Nodes searched"))
      if (line.starts_with("e1g1") || line.starts_with("e1h1")) moves.push_back(line);
    return moves;
  };
  EXPECT_THAT(castles(castling), ElementsAre("e1g1: 1"));
  gui.say("setoption name UCI_Chess960 value true");
  EXPECT_THAT(castles(castling), ElementsAre("e1h1: 1"));
  gui.say("setoption name UCI_Chess960 value false");
  EXPECT_THAT(castles(castling), ElementsAre("e1g1: 1"));

  // Both are understood.
  for (const char* move : {"e1g1", "e1h1"}) {
    gui.say(castling + " moves " + move);
    EXPECT_THAT(gui.ask("d", "Fen"), Contains("Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1"));
  }
  // Without the option too where standard chess does not know the array.
  gui.say("position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
  EXPECT_EQ(gui.ask("go depth 1 searchmoves e1g1").back(), "bestmove e1g1");
  EXPECT_EQ(gui.ask("go depth 1 searchmoves e1b1").back(), "bestmove e1b1");
}

TEST(Uci, KeepsTheAnswerUntilItIsWanted) {
  Gui gui;
  gui.say(bare_kings);
  gui.say("go infinite");
  gui.hear_until("info depth 127 ");  // the search is over
  EXPECT_THAT(gui.hear(), Not(Contains(StartsWith("bestmove"))));
  EXPECT_EQ(gui.ask("stop").back().substr(0, 11), "bestmove a1");
  gui.say(stalemate);
  gui.say("go infinite");
  EXPECT_THAT(gui.hear(), Not(Contains(StartsWith("bestmove"))));
  EXPECT_EQ(gui.ask("stop").back(), "bestmove (none)");
}

TEST(Uci, ThinksInTheOpponentsTime) {
  Gui gui;
  gui.say("go ponder wtime 200 btime 200 depth 2");
  gui.hear_until("info depth 2 ");
  EXPECT_THAT(gui.hear(), Not(Contains(StartsWith("bestmove"))));
  EXPECT_THAT(gui.ask("ponderhit").back(), StartsWith("bestmove "));

  gui.say("go ponder wtime 200 btime 200");  // and then by the clock
  gui.hear_until("info depth 5 ");
  EXPECT_THAT(gui.ask("ponderhit").back(), StartsWith("bestmove "));

  gui.say("go ponder wtime 200 btime 200");
  EXPECT_THAT(gui.ask("stop").back(), StartsWith("bestmove "));
  gui.say("ponderhit");  // too late
  EXPECT_EQ(gui.hear(), Lines());
}

TEST(Uci, ListensWhileItSearches) {
  Gui gui(plain);
  gui.say("go infinite");
  EXPECT_THAT(gui.hear(), Not(Contains(StartsWith("bestmove"))));
  gui.say(morphy);
  gui.say("setoption name Hash value 8");
  gui.say("ucinewgame");
  EXPECT_THAT(gui.ask("d", "Fen").back(), HasSubstr("kbK5/pp6/1P6/8/8/8/8/R7 w"));
  // A second one ends the first, which had another position.
  gui.say("go depth 3");
  const std::string first = gui.hear_until("bestmove").back();
  const chess::Mailbox start{chess::ValidSetup(chess::startpos_fen)};
  EXPECT_TRUE(move_from_text(start, first.substr(9, 4)).has_value()) << first;
  EXPECT_EQ(gui.hear_until("bestmove").back().substr(0, 13), "bestmove a1a6");
  gui.say("stop");
  gui.say("stop");
  EXPECT_EQ(gui.hear(), Lines());
  gui.say("go infinite");
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Uci, ReportsErrorsAndContinues) {
  Gui gui;
  gui.say("position startpos moves e2e4");
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"go perft -1", "go: perft: needs a number from 1 to 60, not '-1'"},
      {"setoption", "setoption: needs name, not ''"},
      {"setoption name Contempt value 3", "setoption: no option 'Contempt'"},
      {"setoption name Hash value much",
       "setoption: Hash: needs a number from 0 to 1048576, not 'much'"},
      {"setoption name killers value 1", "setoption: killers: needs true or false, not '1'"},
      {"setoption name Generator value \x01",
       "setoption: Generator: needs one of mailbox, x88, bitboard, not '\\x01'"},
      {"xyzzy 3", "unknown command 'xyzzy'"}};
  for (const auto& [line, complaint] : cases)
    EXPECT_EQ(gui.ask(line, "info string").back(), "info string " + complaint) << line;
  for (const char* line : {"", "   ", "debug on", "ucinewgame", "stop", "ponderhit"}) gui.say(line);
  EXPECT_EQ(gui.hear(), Lines());
  // All is as it was.
  EXPECT_EQ(gui.ask("d", "Fen").back(), "Fen: " + fen);
  const Lines lines = gui.ask("go depth 2 blindfold");
  EXPECT_EQ(lines.front(), "info string go: unknown word 'blindfold'");
  EXPECT_EQ(number_behind("depth", lines.end()[-2]), 2);
}

TEST(Uci, AnswersEveryGoByAMove) {
  Gui gui;
  gui.say("position startpos moves e2e4");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"go depth x", "depth: needs a number, not 'x'"},
      {"go depth", "depth: needs a number, not ''"},
      {"go depth 0", "depth: needs a number, not '0'"},
      {"go movetime abc", "movetime: needs a number, not 'abc'"},
      {"go nodes 0", "nodes: needs a number, not '0'"},
      {"go mate 101", "mate: needs a number from 1 to 100, not '101'"},
      {"go searchmoves e2e4",
       "'e2e4' is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}};
  for (const auto& [line, complaint] : cases) {
    const Lines lines = gui.ask(line);
    EXPECT_EQ(lines.front(), "info string go: " + complaint);
    EXPECT_EQ(number_behind("depth", lines.end()[-2]), 1) << line;
  }
  // What can be understood holds.
  Lines lines = gui.ask("go movetime abc depth 3 searchmoves e2e4 e7e5");
  EXPECT_THAT(lines.back(), StartsWith("bestmove e7e5"));
  EXPECT_EQ(number_behind("depth", lines.end()[-2]), 3);
  lines = gui.ask("go depth 2 nodes 99999999999999999999 movetime 99999999999999999999");
  EXPECT_EQ(number_behind("depth", lines.end()[-2]), 2);
  gui.say("go ponder movetime 99999999999999999999 depth 2");
  EXPECT_THAT(gui.ask("ponderhit").back(), StartsWith("bestmove "));
}

TEST(Uci, SearchesNoPositionInPlaceOfOneThatItRefused) {
  Gui gui;
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"position startpos moves e2e4 e2e4", "move 2: 'e2e4' is not legal in " + fen},
      {"position startpos e2e4", "needs moves, not 'e2e4'"},
      {"position e2e4", "needs startpos or fen, not 'e2e4'"},
      {"position", "needs startpos or fen, not ''"},
      {"position fen x", "FEN: rank 8 has 'x', which is not a piece"},
      {"position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "FEN: Black has no king"}};
  for (const auto& [line, complaint] : cases) {
    EXPECT_EQ(gui.ask("go depth 1 searchmoves a2a3").back().substr(0, 13), "bestmove a2a3");
    EXPECT_EQ(gui.ask(line, "info string").back(), "info string position: " + complaint);
    EXPECT_THAT(gui.ask("go depth 1"),
                ElementsAre("info string go: there is no position: the last one was invalid",
                            "bestmove (none)"));
    EXPECT_EQ(gui.ask("d", "info string").back(),
              "info string d: there is no position: the last one was invalid");
    gui.say("position startpos");
  }
  gui.say("position e2e4");
  for (const auto& [question, end] :
       {std::pair{"go infinite", "stop"}, {"go ponder", "stop"}, {"go ponder", "ponderhit"}}) {
    gui.say(question);
    EXPECT_THAT(gui.hear(), Not(Contains(StartsWith("bestmove")))) << question;
    EXPECT_EQ(gui.ask(end).back(), "bestmove (none)") << question;
  }
}

TEST(Uci, FinishesItsCountsBeforeItEnds) {
  for (const char* end : {"", "quit\n", "go perft 1\n"}) {
    const auto finished = testing::run_process(
        PLYLAB_PROGRAM, {"uci"}, std::string("position startpos\ngo perft 5\n") + end);
    EXPECT_EQ(finished.status, 0);
    EXPECT_THAT(finished.out, HasSubstr("Nodes searched: 4865609\n")) << end;
  }
}

TEST(Uci, EndsWithItsInput) {
  const auto finished =
      testing::run_process(PLYLAB_PROGRAM, {"uci"}, "isready\r\nposition startpos\r\ngo infinite");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, StartsWith("readyok\n"));
  EXPECT_THAT(finished.out, ::testing::ContainsRegex("\nbestmove [a-h][12][a-h][34][^\n]*\n$"));
  EXPECT_EQ(testing::run_process(PLYLAB_PROGRAM, {"uci"}, "").out, "");
}

class UciPipe : public testing::FakeEngines {};

TEST_F(UciPipe, EndsWhenThePipeIsClosed) {
  // The reader goes after one line; the writer stays.
  const std::string script =
      program("reader", "cd " + path("") +
                            " && mkfifo in\n(" PLYLAB_PROGRAM
                            " uci <in 2>errors; echo $? >status) | head -n 1 >line &\n"
                            "exec 3>in; echo 'go infinite' >&3; wait");
  testing::run_process("/bin/sh", {script});
  EXPECT_THAT(testing::content(path("line")), StartsWith("info depth 1 "));
  EXPECT_EQ(testing::content(path("status")), "141\n");  // as of SIGPIPE
  EXPECT_EQ(testing::content(path("errors")), "");
}

}  // namespace
}  // namespace plylab
