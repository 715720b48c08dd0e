// The engine made of mutants: honest without a fault in every protocol, wrong with one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

testing::Finished engine(const std::vector<std::string>& arguments, const std::string& input = "") {
  return testing::run_process(PLYLAB_WRONG_ENGINE, arguments, input);
}

testing::Finished talk(const std::string& protocol, const std::string& fault,
                       const std::string& input) {
  return engine({"--protocol", protocol, "--fault", fault}, input);
}

/// Both pawns leave the rank in exd6 e.p.; the only wrong move of ep-rank-pin-ignored.
constexpr const char* rank_pin = "8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1";

TEST(WrongEngine, SpeaksUci) {
  const auto honest =
      talk("uci", "none", "uci\nisready\nposition startpos moves e2e4 e7e5\ngo perft 2\nquit\n");
  EXPECT_EQ(honest.status, 0);
  EXPECT_THAT(honest.out, HasSubstr("option name UCI_Chess960 type check default false\nuciok\n"));
  EXPECT_THAT(honest.out, HasSubstr("readyok\n"));
  EXPECT_THAT(honest.out, HasSubstr("g1f3: 29\n"));
  EXPECT_THAT(honest.out, EndsWith("\nNodes searched: 835\n\n"));

  const std::string ask = std::string("position fen ") + rank_pin + "\ngo perft 1\n";
  EXPECT_THAT(talk("uci", "none", ask).out, HasSubstr("Nodes searched: 6\n"));
  const auto wrong = talk("uci", "ep-rank-pin-ignored", ask);
  EXPECT_THAT(wrong.out, HasSubstr("d5e6: 1\n"));
  EXPECT_THAT(wrong.out, HasSubstr("Nodes searched: 7\n"));
}

TEST(WrongEngine, PlaysWithItsOwnMake) {
  // The captured pawn stays on d5, where it blocks the d-pawn.
  const std::string ask = "position fen 7k/8/8/3pP3/8/8/3P4/4K3 w - d6 0 1 moves e5d6 h8g8";
  const std::string down = " d2d4 g8h8 d4d5\ngo perft 1\n";
  EXPECT_THAT(talk("uci", "none", ask + down).out, Not(HasSubstr("info string")));
  EXPECT_THAT(talk("uci", "ep-victim-stays", ask + down).out,
              HasSubstr("info string there is no move 'd4d5'\n"));
}

TEST(WrongEngine, WritesCastlingAsItIsAsked) {
  const std::string ask = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1\n";
  const std::string option = "setoption name UCI_Chess960 value ";
  EXPECT_THAT(talk("uci", "none", ask).out, HasSubstr("e1g1: 1\n"));
  EXPECT_THAT(talk("uci", "none", option + "true\n" + ask).out, HasSubstr("e1h1: 1\n"));
  EXPECT_THAT(talk("uci", "none", option + "true\n" + option + "false\n" + ask).out,
              HasSubstr("e1g1: 1\n"));
}

TEST(WrongEngine, AnswersOtherQuestions) {
  EXPECT_EQ(talk("uci-perft", "none", "position startpos\nperft 3\n").out, "perft(3) = 8902\n");
  EXPECT_THAT(talk("uci-divide", "none", "position startpos\ndivide 3\n").out,
              EndsWith("Nodes searched: 8902\n\n"));
  EXPECT_THAT(talk("uci", "none", "divide 3\n").out, HasSubstr("unknown command: divide 3\n"));
}

TEST(WrongEngine, WritesDialects) {
  const auto says = [](const std::string& dialect) {
    return engine({"--dialect", dialect}, "go perft 1\n").out;
  };
  EXPECT_THAT(says("plain"), HasSubstr("a2a3 1\n"));
  EXPECT_THAT(says("plain"), EndsWith("\n20\n"));
  EXPECT_THAT(says("total"), HasSubstr(" a2a3 = 1\n"));
  EXPECT_THAT(says("total"), EndsWith("Total: 20\n"));
}

TEST(WrongEngine, SpeaksXboard) {
  const auto finished =
      talk("xboard", "none",
           "xboard\nprotover 2\nnew\nforce\nsetboard 4k2r/8/8/8/8/8/8/4K3 w k - 0 1\n"
           "usermove e1e2\ne8g8\nperft 2\ndivide 1\nping 7\nusermove a1a8\nquit\n");
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("setboard=1"));
  EXPECT_THAT(finished.out, HasSubstr("\nperft 2: 80\n"));
  EXPECT_THAT(finished.out, HasSubstr("\nNodes searched: 5\n"));
  EXPECT_THAT(finished.out, HasSubstr("\npong 7\n"));
  EXPECT_THAT(finished.out, HasSubstr("Error (there is no move 'a1a8'): usermove a1a8\n"));
}

TEST(WrongEngine, AnswersOnce) {
  EXPECT_EQ(
      engine({"--protocol", "perftree", "1", "k7/p7/P7/8/8/8/8/K7 w - - 0 1", "a1b1 a8b8"}).out,
      "b1b2 1\nb1c1 1\nb1a1 1\nb1c2 1\nb1a2 1\n\n5\n");
  EXPECT_EQ(engine({"--protocol", "count", "startpos", "3"}).out, "8902\n");
}

TEST(WrongEngine, NamesItsFaults) {
  const auto list = engine({"--list"});
  EXPECT_THAT(list.out, HasSubstr("\nep-rank-pin-ignored  "));
  EXPECT_EQ(list.status, 0);
}

TEST(WrongEngine, RefusesWrongUse) {
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"--fault", "no-such-fault"},
                                             {"--protocol", "morse"},
                                             {"--protocol", "count", "startpos"},
                                             {"--protocol", "count", "8/8 w - -", "3"},
                                             {"--protocol", "count", "startpos", "three"},
                                             {"--protocol", "perftree", "1", "startpos", "e2e5"}}) {
    const auto finished = engine(arguments);
    EXPECT_EQ(finished.status, 2) << arguments.back();
    EXPECT_EQ(finished.out, "") << arguments.back();
    EXPECT_THAT(finished.err, ::testing::MatchesRegex("wrong_engine: [^\n]+\n"));
  }
}

}  // namespace
}  // namespace plylab
