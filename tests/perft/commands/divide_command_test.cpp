// plylab divide beside an engine, generators that differ, and positions by names and moves in every
// command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "perft/commands/options.h"
#include "suites/program.h"
#include "tests/support/fake_engines.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::ContainsRegex;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using ::testing::StartsWith;

std::string wrong_engine(const std::string& fault, const std::string& protocol = "uci") {
  return PLYLAB_WRONG_ENGINE " --fault " + fault + " --protocol " + protocol;
}

Finished divide(const std::string& engine, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"divide", "--threads", "1", "--engine", engine});
  return plylab(arguments);
}

class DivideByEngine : public testing::FakeEngines {};

TEST_F(DivideByEngine, AgreesWithAnHonestOneByEveryProtocol) {
  for (const char* protocol : {"uci", "uci-perft", "xboard", "perftree", "count"}) {
    const Finished run = divide(
        wrong_engine("none", protocol),
        {"--protocol", protocol, "--fen", "kiwipete", "--moves", "e1g1 e8c8", "--depth", "2"});
    EXPECT_EQ(run.status, 0) << protocol << run.err;
    EXPECT_THAT(run.out, StartsWith("Divide 2: kiwipete moves e1g1 e8c8\n"));
    EXPECT_THAT(run.out, ContainsRegex("\na2a3 +43 +43\n")) << protocol;
    EXPECT_THAT(run.out, ContainsRegex("\ntotal +1962 +1962\n")) << protocol;
  }
}

TEST_F(DivideByEngine, HoldsTheTotalAgainstTheSuite) {
  const std::string suite =
      file("wrong.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D2 400 ;D3 8903\n");
  const Finished wrong = plylab({"divide", "--suite", suite, "--depth", "3"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_THAT(wrong.out,
              HasSubstr("* line 1: bitboard counts 8902 at depth 3, the suite states 8903\n"));
  EXPECT_EQ(plylab({"divide", "--suite", suite, "--depth", "2"}).status, 0);
}

// Fool's mate is one move away: with early leaves the position has more than perft.
TEST_F(DivideByEngine, ComparesFullLeavesOnly) {
  const std::string fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
  const Finished run =
      divide(wrong_engine("none"), {"--fen", fen, "--depth", "2", "--early", "count"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_THAT(run.out, ContainsRegex("move +bitboard +bitboard_full +bitboard_early +engine"));
  EXPECT_THAT(run.out, ContainsRegex("\ntotal +576 +575 +1 +575\n"));
  const std::string suite = file("mate.epd", fen + " ;D1 30 ;D2 575\n");
  for (const char* command : {"perft", "divide"}) {
    const Finished counted =
        plylab({command, "--suite", suite, "--depth", "2", "--early", "count"});
    EXPECT_EQ(counted.status, 0) << counted.out << counted.err;
  }
}

TEST_F(DivideByEngine, ShowsWhatIsMissingAndWhy) {
  const Finished run = divide(wrong_engine("pinned-piece-is-frozen"),
                              {"--fen", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("missing"));
  EXPECT_THAT(
      run.out,
      HasSubstr("* e2e3 is missing, as is one more: e2-e3 is legal: the pawn is pinned to the king "
                "on e1 by the rook on e8, but stays on the line between them\n"
                "* usually: pinned pieces are left out, but they may move along the line of "
                "the pin\n"));
}

TEST_F(DivideByEngine, ShowsWhatIsExtra) {
  const Finished run = divide(wrong_engine("pins-forgotten"),
                              {"--fen", "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("\ne2d3 +- +1 +extra\n"));
  EXPECT_THAT(run.out, ContainsRegex("\ntotal +6 +7 +\\+1\n"));
}

TEST_F(DivideByEngine, SaysHowToGoOnBelowAWrongBranch) {
  // The engine is led by moves, so that its make() is tested: set by FEN the position is right.
  const std::string engine = wrong_engine("rook-move-keeps-right");
  const Finished run = divide(engine, {"--fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "--depth", "3"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("* go on: plylab divide --engine '" + engine +
                                 "' --depth 2 --fen '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1' --moves 'a1"));
  const Finished below = divide(
      engine, {"--fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "--moves", "a1a2 e8d8", "--depth", "1"});
  EXPECT_EQ(below.status, 1) << below.err;
  EXPECT_THAT(below.out, HasSubstr("e1c1 is extra: O-O-O is illegal"));
  const Finished set_up =
      divide(engine, {"--fen", "3k4/8/8/8/8/8/R7/4K3 w - - 2 2", "--depth", "1"});
  EXPECT_EQ(set_up.status, 0) << set_up.out;
}

TEST_F(DivideByEngine, AsksForBranchesWhereOnlyTotalsAreSaid) {
  const std::string engine = wrong_engine("ep-rank-pin-ignored", "count");
  const char* fen = "8/8/8/8/k2p3R/8/4P3/7K w - - 0 1";
  const Finished run = divide(engine, {"--protocol", "count", "--fen", fen, "--depth", "3"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("\ne2e4 +[0-9]+ +[0-9]+ +\\+[0-9]+\n"));
  EXPECT_THAT(run.out, HasSubstr("--protocol 'count' --depth 2"));
  EXPECT_THAT(run.out, HasSubstr("--moves 'e2e4'\n"));
  const Finished below =
      divide(engine, {"--protocol", "count", "--fen", fen, "--moves", "e2e4", "--depth", "1"});
  EXPECT_EQ(below.status, 1) << below.err;
  EXPECT_THAT(below.out, HasSubstr("* go on: plylab verify --engine"));
}

TEST_F(DivideByEngine, SaysThatMovesMayNotBeRead) {
  const std::string other_form =
      engine("other_form", "echo King a1a2: 1; echo a1b1: 1; echo a1b2: 1; echo Nodes searched: 3");
  const Finished run = divide(
      other_form, {"--protocol", "uci", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(
      run.out,
      HasSubstr(
          "* its total 3 is right, but its branches add up to 2: plylab may have missed some of "
          "its lines\n* what plylab can read of its answer is right, but lacks a1a2; a line that "
          "it cannot read is 'King a1a2: 1'. A file describes answers in another form: "
          "--protocol FILE.json"));
}

/// plylab as a perftree script for a game; `change` is a filter for its answer.
std::string tree(const std::string& game, const std::string& change = "cat") {
  return "exec " PLYLAB_PROGRAM " divide --game " + game +
         " --early drop --depth \"$1\" --position \"$2\" ${3:+--moves \"$3\"} --format csv "
         "--table divide --quiet | sed '1d; s/,/ /; s/total //' | " +
         change;
}

TEST_F(DivideByEngine, ComparesInEveryGame) {
  for (const std::string game : {"checkers", "reversi", "nightrider", "tictactoe"}) {
    const std::string honest = program(game, tree(game));
    const Finished run = divide(honest, {"--game", game, "--depth", "3"});
    EXPECT_EQ(run.status, 0) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("* engine: " + honest)) << game;
  }
  const std::string wrong =
      program("wrong", tree("checkers", "sed 's/^11-15 7/11-15 8/; s/^9-13 .*/9-18 5/'"));
  const Finished run =
      divide(wrong, {"--game", "checkers", "--protocol", "perftree", "--depth", "2"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, ContainsRegex("\n11-15 +7 +8 +\\+1\n"));
  EXPECT_THAT(run.out, ContainsRegex("\n9-13 +7 +- +missing\n"));
  EXPECT_THAT(run.out, ContainsRegex("\n9-18 +- +5 +extra\n"));
  EXPECT_THAT(run.out, HasSubstr("* go on: plylab divide --engine '" + wrong +
                                 "' --protocol 'perftree' --depth 1 --game checkers --position '"));
  EXPECT_THAT(run.out, HasSubstr(" --moves '11-15'\n"));
}

TEST_F(DivideByEngine, ShowsRepeatedMovesAndHalfReadAnswersOfEveryGame) {
  const auto run = [&](const std::string& change) {
    return divide(program("odd", tree("checkers", "sed '" + change + "; /^[0-9]*$/d'")),
                  {"--game", "checkers", "--protocol", "perftree", "--depth", "2"});
  };
  const Finished twice = run("s/^10-14 7/10-14 7\\n10-14 7/");
  EXPECT_EQ(twice.status, 1) << twice.err;
  EXPECT_THAT(twice.out, ContainsRegex("\n10-14 +7 +7 +repeated\n"));
  const Finished half = run("s/^10-15 7/10-15 leads to 7/");
  EXPECT_EQ(half.status, 1) << half.err;
  EXPECT_THAT(half.out, HasSubstr("* what plylab can read of its answer is right, but lacks 10-15; "
                                  "a line that it cannot read is '10-15 leads to 7'. "));
}

TEST_F(DivideByEngine, LeadsAProgramOfAnyGameByMoves) {
  const std::string engine =
      program("led", "echo \"$3\" >>" + path("led.log") + "\n" + tree("checkers"));
  const Finished run = divide(engine, {"--game", "checkers", "--protocol", "perftree", "--moves",
                                       "11-15 22-18", "--depth", "2"});
  EXPECT_EQ(run.status, 0) << run.out << run.err;
  EXPECT_EQ(testing::content(path("led.log")), "11-15 22-18\n");
}

TEST_F(DivideByEngine, AsksAboutTheEnPassantSquareThatIsGiven) {
  const Finished run = divide(wrong_engine("ep-rank-pin-ignored"),
                              {"--fen", "8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("* d5e6 is extra: d5xe6 e.p. is illegal: "));
}

TEST_F(DivideByEngine, ShowsSeveralSideBySide) {
  const Finished run =
      plylab({"divide", "--protocol", "uci", "--engine", wrong_engine("none"), "--engine",
              engine("leaves", "exit 3"), "--engine", wrong_engine("pins-forgotten"), "--fen",
              "4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "--depth", "1", "--format", "json"});
  EXPECT_EQ(run.status, 2) << "for the one that fails, and yet the others are asked";
  EXPECT_THAT(run.err, HasSubstr("leaves' ended with exit status 3"));
  const auto rows = nlohmann::json::parse(run.out)["tables"][0]["rows"];
  EXPECT_EQ(rows.back()["engine"], 6);
  EXPECT_EQ(rows.back()["difference"], nullptr);
  EXPECT_EQ(rows.back()["engine_3"], 7);
  EXPECT_EQ(rows.back()["difference_3"], "+1");
}

TEST_F(DivideByEngine, RejectsImpossibleOptions) {
  const auto line = [&](const std::string& engine, std::vector<std::string> arguments) {
    const Finished run = divide(engine, std::move(arguments));
    EXPECT_EQ(run.status, 2) << run.out;
    return run.err;
  };
  // Before it counts.
  for (const std::string& command :
       {std::string("/no/such/engine"), program("deaf", "while read -r line; do :; done")}) {
    const Finished run = divide(
        command, {"--protocol", "uci", "--timeout", "0.2", "--fen", "kiwipete", "--depth", "20"});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, StartsWith("plylab: --engine '" + command + "' "));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
  EXPECT_THAT(line("/no/such/engine", {"--depth", "2"}), HasSubstr("no such program"));
  EXPECT_THAT(line(wrong_engine("none", "count"),
                   {"--protocol", "count", "--fen", "chess960:0", "--depth", "2"}),
              HasSubstr("Chess960"));
}

TEST_F(DivideByEngine, KeepsTheCountsIfTheEngineFails) {
  const auto fails = [&](const std::string& command, const std::string& what) {
    const Finished run = divide(
        command, {"--protocol", "uci", "--timeout", "0.2", "--depth", "1", "--format", "csv"});
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr(what));
    EXPECT_THAT(run.out, HasSubstr("\na2a3,1\n"));
  };
  fails(engine("leaves", "exit 3"), "ended with exit status 3");
  fails(engine("silent", ":"), "0.2");
  const Finished run = divide(engine("leaves", "exit 3"), {"--protocol", "uci", "--depth", "1"});
  EXPECT_THAT(run.out, StartsWith("Divide 1: startpos\n")) << "plylab's own counts are all there";
  EXPECT_THAT(run.out, HasSubstr("* engine ended with exit status 3"));
  const std::string suite = file("two.epd",
                                 "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n"
                                 "4k3/8/8/8/8/8/8/4K3 b - - ;D1 5\n");
  const Finished early =
      divide(engine("leaves", "exit 3"), {"--protocol", "uci", "--suite", suite, "--depth", "1"});
  EXPECT_EQ(early.status, 2) << early.out;
  EXPECT_THAT(early.out, StartsWith("*** incomplete")) << "a position is left";
}

TEST_F(DivideByEngine, KeepsADifferenceIfTheEngineThenFails) {
  const auto dies_below = [&](const std::string& total, int status) {
    const std::string engine =
        program("dies", "test -n \"$3\" && kill -KILL $$; echo 'Nodes: " + total + "'");
    const Finished run =
        divide(engine, {"--protocol", "perftree", "--depth", "2", "--format", "json"});
    EXPECT_EQ(run.status, status) << run.err;
    return nlohmann::json::parse(run.out);
  };
  const auto wrong = dies_below("401", 1);
  EXPECT_EQ(wrong["complete"], true);
  EXPECT_EQ(wrong["tables"][0]["rows"].back()["engine"], 401);
  EXPECT_EQ(wrong["tables"][0]["rows"].back()["difference"], "+1");
  EXPECT_THAT(wrong["tables"][0]["notes"].dump(),
              HasSubstr("when asked about single moves, engine was ended by signal 9"));
  const auto right = dies_below("400", 2);
  EXPECT_EQ(right["complete"], true);
  EXPECT_EQ(right["tables"][0]["rows"].back()["engine"], 400);
  EXPECT_THAT(right["tables"][0]["notes"].dump(), HasSubstr("engine was ended by signal 9"));
}

TEST(Perft, SaysWhichDepthsOfASuiteAreShown) {
  const auto notes = [](const std::string& text) {
    const testing::TemporaryFile suite(text, "depths", ".epd");
    return plylab({"perft", "--suite", suite.path(), "--depth", "2"}).out;
  };
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ";
  const std::string note =
      "* all depths up to 2 that the suite states are compared; the deepest is shown";
  const std::string right = start + ";D1 20 ;D2 400\n";
  EXPECT_THAT(notes(right), HasSubstr(note + "\n"));
  EXPECT_THAT(notes(right + start + ";D1 21 ;D2 400\n"), HasSubstr(note + ", and what is wrong\n"));
  EXPECT_THAT(notes(right + start + "\n"),
              HasSubstr(note + "; all are shown of records that state no count for them\n"));
  EXPECT_THAT(notes(start + "\n"), Not(HasSubstr(note)));
}

TEST(Positions, AreNamedAndLedOnByMovesInEveryCommand) {
  const std::string engine = wrong_engine("none");
  const std::vector<std::vector<std::string>> commands = {
      {"perft", "--depth", "1"},
      {"divide", "--depth", "1"},
      {"search", "--depth", "1"},
      {"mate", "--stipulation", "#1"},
      {"verify", "--engine", engine, "--depth", "1"},
      {"bench", "perft", "--no-engine", "--depths", "1", "--rounds", "1"}};
  for (std::vector<std::string> command : commands) {
    const std::string name = command.front();
    const std::string option = name == "bench" ? "--position" : "--fen";
    command.insert(command.end(), {option, "kiwipete moves e1g1"});
    const Finished run = plylab(command);
    EXPECT_NE(run.status, 2) << name << ": " << run.err;
    command.back() = "kiwipete moves e1g2";
    const Finished refused = plylab(command);
    EXPECT_EQ(refused.status, 2) << name;
    EXPECT_THAT(refused.err, HasSubstr("e1-g2 is illegal")) << name;
  }
  const Finished judged = plylab({"fen", "kiwipete", "startpos moves e2e4"});
  EXPECT_EQ(judged.status, 0) << judged.err;
  EXPECT_THAT(judged.out, HasSubstr("* 2 legal, 0 suspicious, 0 impossible\n"));
}

// A gate would take it for a suite that was counted right.
TEST(Suites, ThatCannotBeReadMakeTheExitStatusOne) {
  const std::string rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20";
  struct Case {
    std::string text, note;
  };
  for (const Case& with : {Case{rows + "\ngarbage ;D1 3\n",
                                "1 record or stated count of the suite could not be read and was "
                                "not compared"},
                           Case{rows + " ;D2 4x0 ;D3 8902 7\n",
                                "2 records or stated counts of the suite could not be read and "
                                "were not compared"}}) {
    const testing::TemporaryFile suite(with.text, "unread", ".epd");
    for (const std::string command : {"perft", "divide"}) {
      const Finished run = plylab({command, "--suite", suite.path(), "--depth", "1"});
      EXPECT_EQ(run.status, 1) << command;
      EXPECT_THAT(run.out, HasSubstr(with.note)) << command;
      const Finished allowed =
          plylab({command, "--suite", suite.path(), "--depth", "1", "--allow-unread"});
      EXPECT_EQ(allowed.status, 0) << command;
      EXPECT_THAT(allowed.out, HasSubstr(with.note)) << command;
    }
  }
  const testing::TemporaryFile whole(rows + "\n", "whole", ".epd");
  EXPECT_EQ(plylab({"perft", "--suite", whole.path(), "--depth", "1"}).status, 0);
}

TEST(Positions, TakeMovesByAnOptionOfTheirOwn) {
  const auto leaves = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "perft");
    arguments.insert(arguments.end(), {"--format", "json"});
    const Finished run = plylab(arguments);
    EXPECT_EQ(run.status, 0) << run.err;
    return nlohmann::json::parse(run.out)["tables"][0]["rows"][0]["leaves"].get<int>();
  };
  EXPECT_EQ(leaves({"--moves", "e2e4 e7e5", "--depth", "1"}), 29);
  EXPECT_EQ(leaves({"--fen", "startpos moves e4", "--moves", "e5", "--depth", "1"}), 29);
  EXPECT_EQ(leaves({"--game", "tictactoe", "--moves", "a1 b2", "--depth", "1"}), 7);
  EXPECT_EQ(leaves({"--game", "checkers", "--moves", "11-15", "--depth", "1"}), 7);
  const Finished joined = plylab({"divide", "--game", "reversi", "--moves", "f5d6"});
  EXPECT_EQ(joined.status, 2);
  EXPECT_THAT(joined.err, StartsWith("plylab: 'f5d6' is not a legal move (in "));
  EXPECT_THAT(joined.err, HasSubstr("; moves are separated by blanks\n"));
  const Finished both = plylab({"perft", "--suite", "perft", "--moves", "e2e4"});
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("--moves"));
}

TEST(Positions, AreListed) {
  const Finished run = plylab({"list", "positions"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("kiwipete"));
}

/// Chess by its own boards, of which the one on 0x88 counts a capture too many.
perft::Result miscount(const AnyStart& position, const perft::Job& job) {
  perft::Result result = find_game(perft::countable_games(), "chess", "").run(position, job);
  if (job.generator == "x88" && !result.kinds.empty()) result.kinds[0] += 1;
  if (job.generator == "x88" && result.kinds.empty()) result.leaves += 1;
  return result;
}

TEST(GeneratorsThatDiffer, AreFoundByPerftAndDivide) {
  perft::CountableGame game = find_game(perft::countable_games(), "chess", "");
  game.run = miscount;
  const search::SearchableGame search = find_game(search::searchable_games(), "chess", "");
  const auto run = [&](std::vector<std::string> arguments, int status) {
    arguments.insert(arguments.begin(), "plylab");
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    ::testing::internal::CaptureStdout();
    EXPECT_EQ(suites::run_program(static_cast<int>(argv.size()), argv.data(), {game}, {search}),
              status);
    return ::testing::internal::GetCapturedStdout();
  };
  EXPECT_THAT(run({"perft", "--depth", "2", "--gen", "mailbox,x88"}, 1),
              HasSubstr("* startpos: mailbox and x88 differ in their leaves at depth 2\n"));
  EXPECT_THAT(run({"perft", "--depth", "1", "--gen", "mailbox,x88", "--stats"}, 1),
              HasSubstr("* startpos: mailbox and x88 differ in their statistics at depth 1\n"));
  EXPECT_THAT(run({"perft", "--depth", "2", "--gen", "mailbox,bitboard", "--stats"}, 0),
              Not(HasSubstr("differ")));
}

}  // namespace
}  // namespace plylab
