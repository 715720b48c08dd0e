// plylab uci, as a GUI or a match program meets it. No test looks at how fast anything is; the
// limit is there so that what hangs is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "gen/chess/notation.h"
#include "gen/engines/process.h"
#include "search/core/ordering.h"
#include "search/mate/solvers.h"
#include "search/registry.h"
#include "search/switches.h"
#include "tests/support/fake_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::Process;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using testing::plylab;
using ::testing::StartsWith;
using Lines = std::vector<std::string>;

constexpr const char* morphy = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
constexpr const char* stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
constexpr const char* bare_kings = "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1";

/// A search that does not change when the one that is usual does.
const Lines plain = {"--algo", "alphabeta", "--order", "hash", "--with", "plain"};

/// A GUI that has started plylab.
class Gui {
 public:
  explicit Gui(const Lines& arguments = {}) : engine_(command(arguments), never_) {}

  void say(const std::string& line) {
    ASSERT_EQ(engine_.write_line(line, soon()), Process::Event::done) << line;
  }

  /// What comes up to the first line that begins so, that line included.
  Lines hear_until(const std::string& beginning) {
    Lines lines;
    do {
      lines.emplace_back();
      const auto event = engine_.read_line(lines.back(), soon());
      EXPECT_EQ(event, Process::Event::done) << "waiting for " << beginning;
      if (event != Process::Event::done) break;
    } while (!lines.back().starts_with(beginning));
    return lines;
  }

  /// What comes in reply to a line, as before.
  Lines ask(const std::string& question, const std::string& beginning = "bestmove") {
    say(question);
    return hear_until(beginning);
  }

  /// What has been written until now.
  Lines hear() {
    Lines lines = ask("isready", "readyok");
    lines.pop_back();
    return lines;
  }

  int quit() {
    say("quit");
    return engine_.exit_status(soon()).value_or(-1);
  }

 private:
  static Lines command(const Lines& arguments) {
    Lines words = {PLYLAB_PROGRAM, "uci"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }
  static Process::Clock::time_point soon() {
    return Process::Clock::now() + std::chrono::seconds(60);
  }

  const std::atomic<bool> never_ = false;
  Process engine_;
};

/// The lines without what differs from run to run.
Lines masked(Lines lines) {
  for (std::string& line : lines)
    line = std::regex_replace(line, std::regex(" nps \\d+ time \\d+"), " …");
  return lines;
}

/// The number behind a word of a line; 0 if it is not there.
long number_behind(const std::string& word, const std::string& line) {
  std::smatch match;
  return std::regex_search(line, match, std::regex(' ' + word + " (-?\\d+)")) ? std::stol(match[1])
                                                                              : 0;
}

TEST(Uci, IntroducesItself) {
  Gui gui;
  const Lines lines = gui.ask("uci", "uciok");
  EXPECT_THAT(lines[0], MatchesRegex("id name plylab [0-9.]+ \\([^ ]+\\)"));
  EXPECT_EQ(lines[1], "id author the plylab authors");
  for (const char* option :
       {"Hash type spin default 64 min 0 max 1048576", "Threads type spin default 1 min 1 max 1",
        "Ponder type check default false", "UCI_Chess960 type check default false",
        "Generator type combo default bitboard var mailbox var x88 var bitboard"})
    EXPECT_THAT(lines, Contains(std::string("option name ") + option));
  for (const auto& entry : search::switches) {
    if (entry.name == "table") continue;  // which is Hash
    const char* const type = entry.most == 1 ? "check" : "spin";
    EXPECT_THAT(lines, Contains(StartsWith(std::string("option name ") + std::string(entry.name) +
                                           " type " + type + " default ")));
  }
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Uci, TakesItsDefaultsFromTheCommandLine) {
  Gui gui({"--algo", "mtdf", "--gen", "x88", "--eval", "random:7", "--order", "gain", "--with",
           "no-deepening,table=3,null=4"});
  const Lines lines = gui.ask("uci", "uciok");
  for (const char* start :
       {"Algorithm type combo default mtdf var minimax ", "Generator type combo default x88 ",
        "Evaluation type combo default random:7 ", "Ordering type combo default gain ",
        "Hash type spin default 3 ", "deepening type check default false",
        "null type spin default 4 min 0 max 8", "killers type check default false"})
    EXPECT_THAT(lines, Contains(StartsWith(std::string("option name ") + start)));
}

TEST(Uci, TellsWhatItFinds) {
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
    EXPECT_THAT(finished.out, HasSubstr("\n       64      64        0       0            0 "));
  }
}

TEST(Uci, TakesEveryOption) {
  Gui gui({"--algo", "alphabeta", "--with", "plain"});
  const Lines introduction = gui.ask("uci", "uciok");
  gui.say("position startpos moves d2d4 g8f6");
  int values = 0;
  const auto try_value = [&](const std::string& name, const std::string& value) {
    gui.say("setoption name " + name + " value " + value);
    EXPECT_EQ(gui.hear(), Lines()) << name << ' ' << value;
    const Lines lines = gui.ask("go depth 2");
    EXPECT_EQ(number_behind("depth", lines.end()[-2]), 2) << name << ' ' << value;
    ++values;
  };
  for (const std::string& line : introduction) {
    std::smatch option;
    if (std::regex_match(line, option,
                         std::regex("option name (.*) type check default (true|false)"))) {
      try_value(option[1], option[2] == "true" ? "false" : "true");
      gui.say("setoption name " + option[1].str() + " value " + option[2].str());
    } else if (std::regex_match(
                   line, option,
                   std::regex("option name (.*) type spin default (.*) min (.*) max (.*)"))) {
      try_value(option[1], option[1] == "Hash" ? "1" : option[4].str());
      try_value(option[1], option[2]);
    } else if (std::regex_match(line, option,
                                std::regex("option name (.*) type combo default (\\S*) (.*)"))) {
      const std::string rest = option[3];
      const std::regex var("var (\\S+)");
      for (std::sregex_iterator it(rest.begin(), rest.end(), var), end; it != end; ++it)
        try_value(option[1], (*it)[1]);
      gui.say("setoption name " + option[1].str() + " value " + option[2].str());
    }
  }
  EXPECT_GE(values, 50);
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Uci, SearchesAsItIsSet) {
  Gui gui(plain);
  const long nodes = number_behind("nodes", gui.ask("go depth 3").end()[-2]);
  gui.say("setoption name algorithm value minimax");  // any case
  EXPECT_EQ(number_behind("nodes", gui.ask("go depth 3").end()[-2]), 21 + 421 + 9323);
  gui.say("setoption name Algorithm value alphabeta");
  EXPECT_EQ(number_behind("nodes", gui.ask("go depth 3").end()[-2]), nodes);
  gui.say("setoption name quiescence value true");
  EXPECT_NE(number_behind("nodes", gui.ask("go depth 3").end()[-2]), nodes);
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

TEST(Uci, SaysWhereThereIsNoProof) {
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

TEST(Uci, SaysWhenTheGameIsOver) {
  Gui gui;
  gui.say(stalemate);
  EXPECT_THAT(gui.ask("go depth 3"), ElementsAre("info depth 0 score cp 0", "bestmove (none)"));
  gui.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_THAT(gui.ask("go mate 3"), ElementsAre("info depth 0 score mate 0", "bestmove (none)"));
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

TEST(Uci, ChoosesFromSomeMovesOnly) {
  Gui gui;
  EXPECT_EQ(gui.ask("go depth 3 searchmoves a2a3").back().substr(0, 13), "bestmove a2a3");
  const std::string best = gui.ask("go searchmoves a2a4 h2h3 depth 3").back();
  EXPECT_TRUE(best.starts_with("bestmove a2a4") || best.starts_with("bestmove h2h3")) << best;
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

TEST(Uci, RefusesWhatIsWrongAndGoesOn) {
  Gui gui;
  gui.say("position startpos moves e2e4");
  const std::string fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"position startpos moves e2e4 e2e4", "position: move 2: 'e2e4' is not legal in " + fen},
      {"position startpos e2e4", "position: wants moves, not 'e2e4'"},
      {"position e2e4", "position: wants startpos or fen, not 'e2e4'"},
      {"position", "position: wants startpos or fen, not ''"},
      {"position fen x", "position: FEN: rank 8 has 'x', which is no piece"},
      {"position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "position: FEN: Black has no king"},
      {"go depth x", "go: depth: wants a number, not 'x'"},
      {"go depth", "go: depth: wants a number, not ''"},
      {"go depth 0", "go: depth: wants a number, not '0'"},
      {"go mate 101", "go: mate: wants a number from 1 to 100, not '101'"},
      {"go perft -1", "go: perft: wants a number from 1 to 60, not '-1'"},
      {"go searchmoves e2e4", "go: 'e2e4' is not legal in " + fen},
      {"setoption", "setoption: wants name, not ''"},
      {"setoption name Contempt value 3", "setoption: no option 'Contempt'"},
      {"setoption name Hash value much",
       "setoption: Hash: wants a number from 0 to 1048576, not 'much'"},
      {"setoption name killers value 1", "setoption: killers: wants true or false, not '1'"},
      {"setoption name Generator value \x01",
       "setoption: Generator: wants one of mailbox, x88, bitboard, not '\\x01'"},
      {"xyzzy 3", "no command 'xyzzy'"}};
  for (const auto& [line, complaint] : cases)
    EXPECT_EQ(gui.ask(line, "info string").back(), "info string " + complaint) << line;
  for (const char* line : {"", "   ", "debug on", "ucinewgame", "stop", "ponderhit"}) gui.say(line);
  EXPECT_EQ(gui.hear(), Lines());
  // All is as it was.
  EXPECT_EQ(gui.ask("d", "Fen").back(), "Fen: " + fen);
  const Lines lines = gui.ask("go depth 2 blindfold");
  EXPECT_EQ(lines.front(), "info string go: no word 'blindfold'");
  EXPECT_EQ(number_behind("depth", lines.end()[-2]), 2);
}

TEST(Uci, PlaysOnWhereASearchCannot) {
  Gui gui({"--algo", "sss", "--with", "null"});
  const Lines lines = gui.ask("go depth 2");
  EXPECT_EQ(lines.front(), "info string sss: has no form with null");
  EXPECT_THAT(lines.back(), MatchesRegex("bestmove [a-h][12][a-h][34]"));
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

TEST(Uci, RefusesWrongUse) {
  const auto fails = [](const Lines& arguments, const std::string& message) {
    const auto finished = testing::run_process(PLYLAB_PROGRAM, arguments, "quit\n");
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  };
  fails({"uci", "--algo", "pvs,mtdf"}, "uci: one --algo and one --gen, please");
  fails({"uci", "--gen", "all"}, "uci: one --algo and one --gen, please");
  fails({"uci", "--with", "plain", "--with", "killers"},
        "--eval, --order, --with, --depth: one of each, please");
  fails({"uci", "--eval", "nn"},
        "--eval: no 'nn'; there are material, pst, mobility, random, positional");
}

class UciPipe : public testing::FakeEngines {};

TEST_F(UciPipe, EndsWhenNobodyReads) {
  // The reader goes after one line; the writer stays.
  const std::string script =
      program("reader", "cd " + path("") +
                            " && mkfifo in\n(" PLYLAB_PROGRAM
                            " uci <in 2>errors; echo $? >status) | head -n 1 >line &\n"
                            "exec 3>in; echo 'go infinite' >&3; wait");
  testing::run_process("/bin/sh", {script});
  EXPECT_THAT(testing::content(path("line")), StartsWith("info depth 1 "));
  EXPECT_EQ(testing::content(path("status")), "2\n");
  EXPECT_EQ(testing::content(path("errors")),
            "plylab: cannot write to standard output: Broken pipe\n");
}

}  // namespace
}  // namespace plylab
