// plylab xboard: what a GUI says by that protocol, and what it hears. Real programs play by it in
// real_guis_test.cpp.
#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "search/base/switches.h"
#include "tests/suites/play/gui/gui.h"

namespace plylab {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Lines;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using testing::XboardGui;

constexpr const char* any_move = "move [a-h][1-8][a-h][1-8][qrbn]?";
constexpr const char* thinking = "[0-9]+ -?[0-9]+ [0-9]+ [0-9]+( [a-h][1-8][a-h][1-8][qrbn]?)+";

TEST(Xboard, SendsItsFeatures) {
  const XboardGui gui({"--with", "table=3,null=4", "--order", "gain"});
  const Lines& lines = gui.features();
  EXPECT_EQ(lines.front(), "feature done=0");
  EXPECT_THAT(lines, Each(StartsWith("feature ")));
  for (const char* feature : {"ping=1", "setboard=1", "usermove=1", "playother=1", "san=0",
                              "colors=0", "sigint=0", "sigterm=0", "analyze=1", "memory=1", "smp=1",
                              "name=1", "variants=\"normal,fischerandom\"", "myname=\"plylab ",
                              "option=\"Ordering -combo generation /// canonical /// captures /// "
                              "see /// *gain /// ",
                              "option=\"null -spin 4 0 8\"", "option=\"killers -check 1\"",
                              "option=\"Keep Table -check 1\""})
    EXPECT_THAT(lines, Contains(HasSubstr(feature)));
  for (const auto& entry : search::switches) {
    if (entry.name == "table" || entry.name == "threads")
      continue;  // the commands memory and cores
    EXPECT_THAT(lines, Contains(HasSubstr("option=\"" + std::string(entry.name) + " -")));
  }
}

TEST(Xboard, AnswersMoves) {
  XboardGui gui;
  EXPECT_THAT(gui.hear_after({"new", "sd 3", "usermove e2e4"}),
              ElementsAre(MatchesRegex(any_move)));
  // In force mode it only watches; then it plays the side on move.
  EXPECT_EQ(gui.hear_after({"new", "force", "usermove d2d4", "g8f6", "Nc3"}), Lines());
  EXPECT_THAT(gui.hear_after({"sd 2", "go"}), ElementsAre(MatchesRegex(any_move)));
  // The side that is not on move: the next move is the opponent's.
  EXPECT_EQ(gui.hear_after({"new", "sd 2", "playother"}), Lines());
  EXPECT_THAT(gui.hear_after({"usermove e2e4"}), ElementsAre(MatchesRegex(any_move)));
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Xboard, ShowsWhatItThinks) {
  XboardGui gui({"--algo", "alphabeta", "--order", "hash", "--with", "plain"});
  const Lines lines = gui.hear_after(
      {"new", "post", "force", "setboard kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "sd 3", "go"});
  ASSERT_GE(lines.size(), 4U);
  EXPECT_THAT(Lines(lines.begin(), lines.end() - 1), Each(MatchesRegex(thinking)));
  EXPECT_THAT(lines.front(), MatchesRegex("1 118 [0-9]+ 17 a1a7"));
  EXPECT_THAT(lines.end()[-2], MatchesRegex("3 100002 [0-9]+ 495 a1a6 b7a6 b6b7"));
  EXPECT_EQ(lines.back(), "move a1a6");
  EXPECT_EQ(gui.hear_after({"nopost", "undo", "go"}), Lines{"move a1a6"});
  // And for the side that is mated.
  EXPECT_THAT(gui.hear_after(
                  {"new", "post", "force", "setboard k7/8/1K6/8/8/8/8/7R b - - 0 1", "sd 4", "go"}),
              Contains(HasSubstr(" -100001 ")));
}

TEST(Xboard, ClaimsResults) {
  XboardGui gui;
  const auto ends = [&](const Lines& said) { return gui.hear_after(said).back(); };
  EXPECT_EQ(ends({"new", "force", "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "sd 3", "go"}),
            "1-0 {White mates}");
  EXPECT_EQ(ends({"new", "force", "f2f3", "e7e5", "g2g4", "playother", "d8h4"}),
            "0-1 {Black mates}");
  EXPECT_EQ(ends({"new", "force", "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "playother", "f1f7"}),
            "1/2-1/2 {Draw by stalemate}");
  EXPECT_EQ(ends({"new", "force", "setboard 7k/8/8/8/8/8/R7/K7 w - - 99 80", "playother", "a2b2"}),
            "1/2-1/2 {Draw by fifty-move rule}");
  EXPECT_EQ(ends({"new", "force", "setboard 7k/8/8/8/8/8/1p6/K7 w - - 0 1", "playother", "a1b2"}),
            "1/2-1/2 {Draw by insufficient material}");
  EXPECT_EQ(ends({"new", "force", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1",
                  "playother", "f6g8"}),
            "1/2-1/2 {Draw by threefold repetition}");
  // In force mode it says nothing, and a game that is over is not played on.
  EXPECT_EQ(gui.hear_after({"new", "force", "f2f3", "e7e5", "g2g4", "d8h4"}), Lines());
  EXPECT_EQ(gui.hear_after({"go"}), Lines{"0-1 {Black mates}"});
  EXPECT_EQ(gui.hear_after({"usermove e2e4"}), Lines{"Illegal move: e2e4"});
}

TEST(Xboard, AnswersAPingAfterItsMove) {
  XboardGui gui;
  gui.say("level 40 60 0");
  gui.say("go");
  gui.say("ping 77");
  gui.say("?");
  const Lines lines = gui.hear_until("pong 77");
  EXPECT_THAT(lines, ElementsAre(MatchesRegex(any_move), "pong 77"));
  // What breaks a search off leaves no ping without answer, and no move behind.
  gui.say("go");
  gui.say("ping 78");
  EXPECT_THAT(gui.ask("force", "pong"), ElementsAre("pong 78"));
  EXPECT_EQ(gui.hear_after({"?", "new"}), Lines());
}

TEST(Xboard, KeepsWithinItsTime) {
  XboardGui gui;
  for (const char* time : {"level 0 0:01 0", "level 0 0:02+5 0.1", "level 3 0:01 0", "st 0.1",
                           "level 40 5 0\ntime 20\notim 9000", "time -100"}) {
    const Lines lines = gui.hear_after({"new", time, "usermove e2e4"});
    EXPECT_THAT(lines, ElementsAre(MatchesRegex(any_move))) << time;
  }
}

TEST(Xboard, TakesMovesBack) {
  XboardGui gui;
  // White's pawn is on e4, and it is White's turn again.
  EXPECT_EQ(gui.hear_after({"new", "force", "e2e4", "e7e5", "g1f3", "undo", "remove", "d2d4"}),
            Lines());
  EXPECT_EQ(gui.hear_after({"undo", "undo"}), Lines{"Error (command not legal now): undo"});
  EXPECT_EQ(gui.hear_after({"e2e4", "remove"}), Lines{"Error (command not legal now): remove"});
  // In a game: the last two moves, and it goes on with the same side.
  EXPECT_THAT(gui.hear_after({"new", "sd 2", "usermove e2e4"}), ElementsAre(StartsWith("move ")));
  EXPECT_THAT(gui.hear_after({"remove", "usermove d2d4"}), ElementsAre(StartsWith("move ")));
}

TEST(Xboard, PlaysChess960) {
  XboardGui gui;
  // Castling where both pieces stand beside each other: the king's move to f1 is another one.
  const std::string setup = "setboard 4k3/8/8/8/8/8/8/4KR2 w F - 0 1";
  EXPECT_EQ(gui.hear_after({"new", "variant fischerandom", "force", setup, "O-O", "undo"}),
            Lines());
  EXPECT_EQ(gui.hear_after({"new", "variant crazyhouse"}),
            Lines{"Error (unknown variant): variant crazyhouse"});
  // White's only move: the king stays where it is.
  EXPECT_EQ(gui.hear_after({"new", "variant fischerandom", "force",
                            "setboard 4k3/8/b7/8/8/5p1p/5P1P/6KR w H - 0 1", "sd 2", "go"}),
            Lines{"move O-O"});
}

TEST(Xboard, Analyses) {
  XboardGui gui;
  gui.say("post");
  gui.say("analyze");
  gui.hear_until("5 ");
  EXPECT_THAT(gui.ask(".", "stat01"), Contains(MatchesRegex("stat01: [0-9]+ [0-9]+ [0-9]+ 0 20")));
  gui.say("usermove e2e4");
  gui.hear_until("4 ");
  gui.say("undo");
  gui.hear_until("4 ");
  gui.say("setboard 7k/8/8/8/8/8/8/KQ6 b - - 0 1");
  EXPECT_THAT(gui.ask(".", "stat01").back(), MatchesRegex("stat01: [0-9]+ [0-9]+ [0-9]+ 0 2"));
  gui.say("new");
  gui.hear_until("4 ");
  EXPECT_THAT(gui.hear_after({"usermove e7e5"}), Contains("Illegal move: e7e5"));
  gui.hear_after({"exit"});
  EXPECT_EQ(gui.hear_after({"exit"}), Lines{"Error (command not legal now): exit"});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(gui.hear_after(), Lines());
  EXPECT_EQ(gui.hear_after({".", "usermove e2e4"}), Lines());  // it was in force mode all along
}

TEST(Xboard, PondersWhenItIsAllowedTo) {
  XboardGui gui;
  gui.hear_after({"new", "hard", "post", "sd 4"});
  gui.say("usermove e2e4");
  gui.hear_until("move ");
  const std::string hint = gui.hear_until("Hint: ").back().substr(6);
  gui.hear_until("4 ");  // the end: it waits
  EXPECT_EQ(gui.ask("hint", "Hint: ").back(), "Hint: " + hint);
  EXPECT_THAT(gui.hear_after({"nopost"}), Not(Contains(StartsWith("move "))));
  EXPECT_THAT(gui.ask("usermove " + hint, "move ").back(), MatchesRegex(any_move));
  gui.hear_after({"post"});
  // Another move than was expected, and none at all.
  gui.say("new");
  gui.say("sd 3");
  gui.say("usermove e2e4");
  const std::string expected = gui.hear_until("Hint: ").back().substr(6);
  gui.say(expected == "b1c3" ? "usermove g1f3" : "usermove b1c3");
  gui.hear_until("move ");
  gui.hear_until("Hint: ");
  gui.hear_after({"easy"});
  EXPECT_EQ(gui.hear_after(), Lines());
  gui.hear_after({"hard", "new"});
  gui.say("level 40 60 0");
  gui.say("usermove d2d4");
  gui.say("?");
  gui.hear_until("Hint: ");
  EXPECT_EQ(gui.quit(), 0);  // in the middle of pondering
}

TEST(Xboard, ReportsErrorsAndContinues) {
  XboardGui gui;
  gui.hear_after({"new", "force", "usermove e2e4"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"usermove e2e5", "Illegal move: e2e5"},
      {"e1e3", "Illegal move: e1e3"},
      {"usermove what", "Illegal move: what"},
      {"usermove", "Illegal move: "},
      {"fly away", "Error (unknown command): fly away"},
      {"nps 1000", "Error (unknown command): nps 1000"},
      {"level", "Error (needs a number of moves): level"},
      {"level 40 x 0", "Error (needs a number): level 40 x 0"},
      {"level 40 5 0 7", "Error (too many parameters): level 40 5 0 7"},
      {"level 0 0 0", "Error (no time at all): level 0 0 0"},
      {"level 0 1e99 0", "Error (number out of range): level 0 1e99 0"},
      {"st nan", "Error (needs a number): st nan"},
      {"sd 0", "Error (needs a number from 1 on): sd 0"},
      {"time soon", "Error (needs a number): time soon"},
      {"option Contempt=3", "Error (no option 'Contempt'): option Contempt=3"},
      {"option killers=2", "Error (killers: needs true or false, not '2'): option killers=2"},
      {"memory much", "Error (Hash: needs a number from 0 to 1048576, not 'much'): memory much"},
      {"exit", "Error (command not legal now): exit"},
      {"setboard \x01",
       "tellusererror Illegal position: FEN: rank 8 has '\\x01', which is not a "
       "piece"}};
  for (const auto& [line, complaint] : cases) {
    EXPECT_EQ(gui.hear_after({line}), Lines{complaint}) << line;
    if (complaint.starts_with("tell")) gui.hear_after({"new", "force", "usermove e2e4"});
    EXPECT_EQ(gui.hear_after({"usermove e7e5", "undo"}), Lines()) << line;  // all is as it was
  }
  for (const char* line : {"", "  ", "random", "computer", "name Deep Thought", "rating 0 0",
                           "draw", "accepted san", "rejected xyz", "white", "black", "otim 9",
                           "easy", "result * {adjourned}", "option killers=1", "cores 1"})
    EXPECT_EQ(gui.hear_after({line}), Lines()) << line;
  // While it thinks, the board belongs to the search.
  gui.hear_after({"level 40 60 0"});
  gui.say("go");
  EXPECT_EQ(gui.ask("usermove a7a6", "Error").back(),
            "Error (command not legal now): usermove a7a6");
  EXPECT_EQ(gui.ask("undo", "Error").back(), "Error (command not legal now): undo");
  EXPECT_EQ(gui.ask("go", "Error").back(), "Error (command not legal now): go");
  EXPECT_EQ(gui.quit(), 0);
}

TEST(Xboard, EndsWithItsInput) {
  const auto finished = testing::run_process(PLYLAB_PROGRAM, {"xboard"}, "level 40 60 0\r\ngo");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, MatchesRegex("move [a-h][12][a-h][34]\n"));
  EXPECT_EQ(testing::run_process(PLYLAB_PROGRAM, {"xboard"}, "").out, "");
  EXPECT_EQ(testing::run_process(PLYLAB_PROGRAM, {"xboard"}, "analyze\nfoo").out,
            "Error (unknown command): foo\n");
  const auto refused =
      testing::run_process(PLYLAB_PROGRAM, {"xboard"}, std::string((1 << 20) + 2, 'a'));
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("standard input: a line is longer than 1 MiB"));
}

TEST(Xboard, StopsAtOnce) {
  const auto finished = testing::run_process(
      "/bin/sh", {"-c",
                  "mkfifo \"$1\" && (\"$0\" xboard <\"$1\" & engine=$!; exec 3>\"$1\"; "
                  "rm \"$1\"; echo analyze >&3; sleep 0.3; kill $engine; wait $engine)",
                  PLYLAB_PROGRAM, ::testing::TempDir() + "pipe." + std::to_string(::getpid())});
  EXPECT_EQ(finished.status, 143);
  EXPECT_EQ(finished.err, "");
}

/// MiB of a process's children, and of theirs, that are in memory.
double resident_below(pid_t process) {
  double sum = 0;
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) {
    std::size_t size = 0, pages = 0;
    std::ifstream(fmt::format("/proc/{}/statm", child)) >> size >> pages;
    sum += static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
    sum += resident_below(child);
  }
  return sum;
}

// No "go" has to wait for the memory of the table, and nobody has it who does not ask.
TEST(Guis, HaveTheTableReadyBeforeTheyAreAsked) {
#ifdef PLYLAB_SANITIZED
  GTEST_SKIP() << "AddressSanitizer has pages of its own";
#endif
  for (const char* const protocol : {"uci", "xboard"}) {
    const bool uci = std::string_view(protocol) == "uci";
    testing::Gui gui({"--algo", "pvs", "--with", "table=128"}, protocol);
    const auto sync = [&] { uci ? gui.ask("isready", "readyok") : gui.ask("ping 1", "pong 1"); };
    const auto heard = [&] {  // an answer that asks for no table
      uci ? gui.ask("uci", "uciok") : gui.ask("protover 2", "feature done=1");
    };
    heard();
    EXPECT_LT(resident_below(::getpid()), 100) << protocol;
    sync();
    EXPECT_GT(resident_below(::getpid()), 128) << protocol;
    gui.say(uci ? "setoption name Hash value 256" : "memory 256");
    heard();
    EXPECT_GT(resident_below(::getpid()), 256) << protocol;
    EXPECT_LT(resident_below(::getpid()), 256 + 100) << protocol;  // the first one is gone
    uci ? gui.ask("go depth 5") : gui.ask("sd 5\ngo", "move");
    gui.say(uci ? "ucinewgame" : "new");
    heard();
    EXPECT_GT(resident_below(::getpid()), 256) << protocol;
    EXPECT_LT(resident_below(::getpid()), 256 + 100) << protocol;
    gui.say(uci ? "setoption name Hash value 0" : "memory 0");
    sync();
    EXPECT_LT(resident_below(::getpid()), 100) << protocol;
  }
}

// The second search of a game finds what the first one has left, until a new game begins.
TEST(Guis, KeepTheTableInAGame) {
  const auto nodes = [](testing::Gui& gui) {
    return testing::number_behind("nodes", gui.ask("go depth 6").end()[-2]);
  };
  const Lines search = {"--algo", "pvs", "--with", "table=4", "--order", "hash"};
  testing::Gui gui(search);
  const long first = nodes(gui);
  EXPECT_LT(nodes(gui), first / 2);
  gui.say("ucinewgame");
  EXPECT_EQ(nodes(gui), first);
  gui.say("setoption name Keep Table value false");
  EXPECT_EQ(nodes(gui), first);
  EXPECT_EQ(nodes(gui), first);
  // What another search or evaluation has stored is of no use.
  gui.say("setoption name Keep Table value true");
  gui.say("ucinewgame");
  gui.say("setoption name Evaluation value material");
  nodes(gui);
  gui.say("setoption name Evaluation value pst");
  EXPECT_EQ(nodes(gui), first);
  // Nor is the table used, or spoilt, where only some moves are searched.
  gui.ask("go depth 6 searchmoves a2a3");
  EXPECT_LT(nodes(gui), first / 2);
  Lines fresh = search;
  fresh.emplace_back("--fresh-table");
  testing::Gui other(fresh);
  EXPECT_EQ(nodes(other), first);
  EXPECT_EQ(nodes(other), first);
}

}  // namespace
}  // namespace plylab
