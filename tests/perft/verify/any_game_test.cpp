// plylab verify in other games than chess. The generator is plylab itself, as a program that is
// called; it is wrong where it is told to play another game.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/fake_engines.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;

/// How plylab is called as a generator of a game, which counts full leaves, or early ones, too.
testing::TemporaryFile caller(const std::string& game,
                              const std::string& branch = "^(?!total)([^,]+),([0-9]+)$",
                              const std::string& early = "drop") {
  const nlohmann::json protocol{
      {"name", "called"},
      {"launch", "call"},
      {"arguments",
       {"divide", "--game=" + game, "--depth={depth}", "--position={fen}", "[--moves={moves}]",
        "--format=csv", "--table=divide", "--quiet", "--early=" + early}},
      {"branch", branch},
      {"total", "^total,([0-9]+)"}};
  return testing::TemporaryFile(protocol.dump(), "called_" + game, ".json");
}

/// The report of plylab verify in a game with a program called so.
testing::Finished verify(const std::string& game, const testing::TemporaryFile& protocol, int depth,
                         std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"verify",        "--game",       game,
                                     "--engine",      PLYLAB_PROGRAM, "--protocol",
                                     protocol.path(), "--depth",      std::to_string(depth)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return plylab(arguments);
}

nlohmann::json rows(const std::string& game, const testing::TemporaryFile& protocol, int depth,
                    std::vector<std::string> more = {}) {
  more.insert(more.end(), {"--format", "json"});
  return nlohmann::json::parse(verify(game, protocol, depth, more).out)["tables"][0]["rows"];
}

TEST(VerifyAnyGame, AgreesWithItself) {
  for (const char* game : {"nightrider", "checkers", "tictactoe", "reversi"}) {
    const auto found = verify(game, caller(game), 3, {"--jobs", "2"});
    EXPECT_EQ(found.status, 0) << game << found.err << found.out;
  }
  const auto table = rows(
      "checkers", caller("checkers"), 4,
      {"--position", "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", "--position", "startpos"});
  ASSERT_EQ(table.size(), 2U);
  for (const auto& row : table) EXPECT_EQ(row["verdict"], "agrees");
  EXPECT_EQ(table[1]["right"], 1469);
}

TEST(VerifyAnyGame, ShowsMovesThatAreMissingOrNotLegal) {
  const auto row = rows("dabbaba", caller("alfil"), 1)[0];
  EXPECT_EQ(row["verdict"], "differs");
  EXPECT_EQ(row["missing"], "b1b3 g1g3");
  EXPECT_EQ(row["extra"], "b1d3 g1e3");
  EXPECT_EQ(row["path"], nullptr);
  const auto told = verify("dabbaba", caller("alfil"), 1);
  EXPECT_EQ(told.status, 1);
  EXPECT_THAT(told.out, HasSubstr("it does not list b1b3 g1g3"));
}

TEST(VerifyAnyGame, FollowsTheMovesToWhereItShows) {
  const auto row = rows("wazir", caller("ferz"), 4)[0];
  EXPECT_EQ(row["verdict"], "differs");
  EXPECT_EQ(row["depth"], 3) << "the smallest that shows it";
  EXPECT_EQ(row["path"], "a2a3 a7a5");
  EXPECT_EQ(row["missing"], nullptr);
  EXPECT_EQ(row["extra"], "b1a2");
}

TEST(VerifyAnyGame, NeedsNoCountOfAMove) {
  const std::string without_counts = "^(?!total)([^,]+),()[0-9]+$";
  for (const int depth : {1, 3})
    EXPECT_EQ(verify("wazir", caller("wazir", without_counts), depth).status, 0) << depth;
  const auto row = rows("wazir", caller("ferz", without_counts), 4)[0];
  EXPECT_EQ(row["verdict"], "differs");
  EXPECT_EQ(row["path"], "a2a3 a7a5");
  EXPECT_EQ(row["extra"], "b1a2");
}

// The queen's move to h4 mates.
TEST(VerifyAnyGame, NeedsNoMoveWithoutLeaves) {
  const auto protocol = caller("nightrider", "^(?!total)([^,]+),([1-9][0-9]*)$");
  const auto found =
      verify("nightrider", protocol, 2,
             {"--position", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b - - 0 2"});
  EXPECT_EQ(found.status, 0) << found.out << found.err;
}

// The game is over after nine moves and a pass.
TEST(VerifyAnyGame, ComparesFullLeaves) {
  const std::vector<std::string> over{"--position", "e6f4e3f6g5d6e7f5c5"};
  const auto full = verify("reversi", caller("reversi"), 4, over);
  EXPECT_EQ(full.status, 0) << full.out << full.err;
  const auto both =
      rows("reversi", caller("reversi", "^(?!total)([^,]+),([0-9]+),[0-9]+$", "count"), 4, over)[0];
  EXPECT_EQ(both["verdict"], "differs");
  EXPECT_EQ(both["right"], 0);
  EXPECT_EQ(both["reported"], 1);
  EXPECT_EQ(both["depth"], 2);
  EXPECT_EQ(both["remark"], "it counts wrongly after pass, which no position follows");
}

/// A script that calls plylab in the game, unless the condition of a shell ends it.
std::string wrapped(const std::string& before) {
  return before + "\nexec " PLYLAB_PROGRAM " \"$@\"";
}

class VerifyAnyGameByScript : public testing::FakeEngines {};

// It dies when it is asked about a position after moves.
TEST_F(VerifyAnyGameByScript, KeepsADifferenceThatTheProgramDoesNotSurvive) {
  const std::string dies = program("dies", wrapped("case \"$*\" in *--moves*) exit 3;; esac"));
  const auto protocol = caller("ferz");
  const auto found = plylab({"verify", "--game", "wazir", "--engine", dies, "--protocol",
                             protocol.path(), "--depth", "3", "--format", "json"});
  EXPECT_EQ(found.status, 1) << found.err;
  const auto row = nlohmann::json::parse(found.out)["tables"][0]["rows"][0];
  EXPECT_EQ(row["verdict"], "differs");
  EXPECT_EQ(row["remark"], "during the search for the cause it ended with exit status 3");
}

TEST_F(VerifyAnyGameByScript, SaysHowFarASlowProgramAgrees) {
  const std::string slow = program("slow", wrapped("case \"$*\" in *--depth=3*) sleep 60;; esac"));
  const auto protocol = caller("checkers");
  const auto found = plylab({"verify", "--game", "checkers", "--engine", slow, "--protocol",
                             protocol.path(), "--depth", "3", "--timeout", "2"});
  EXPECT_EQ(found.status, 1) << found.err;
  EXPECT_THAT(found.out, HasSubstr("\n  agrees to depth 2\n"));
}

TEST_F(VerifyAnyGameByScript, ShowsRepeatedMovesAndHalfReadAnswers) {
  const auto run = [&](const std::string& change) {
    const std::string odd = program(
        "odd", PLYLAB_PROGRAM
                   " divide --game checkers --depth \"$1\" --position \"$2\" ${3:+--moves \"$3\"} "
                   "--format csv --table divide --quiet | sed '1d; /^total/d; s/,/ /; " +
                   change + "'");
    return plylab({"verify", "--game", "checkers", "--engine", odd, "--protocol", "perftree",
                   "--depth", "2"});
  };
  const auto twice = run("s/^10-14 .*/&\\n&/");
  EXPECT_EQ(twice.status, 1) << twice.err;
  EXPECT_THAT(twice.out, HasSubstr("\n  it lists more than once: 10-14\n"));
  const auto half = run("s/^10-15 /10-15 leads to /");
  EXPECT_EQ(half.status, 1) << half.err;
  EXPECT_THAT(half.out, HasSubstr("is right, but lacks 10-15; a line that it cannot read is '10-15 "
                                  "leads to "));
  EXPECT_THAT(half.out, Not(HasSubstr("it does not list")));
}

TEST_F(VerifyAnyGameByScript, FindsTheProtocol) {
  const std::string tree = program(
      "tree", "exec " PLYLAB_PROGRAM
              " divide --game checkers --depth \"$1\" --position \"$2\" ${3:+--moves \"$3\"} "
              "--format csv --table divide --quiet | sed '1d; s/,/ /; s/total //'");
  const auto found = plylab({"verify", "--game", "checkers", "--engine", tree, "--depth", "3"});
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("(perftree)"));
}

TEST(VerifyAnyGame, RejectsOptionsOfChess) {
  const auto protocol = caller("checkers");
  EXPECT_THAT(verify("checkers", protocol, 2, {"--suite", "verify"}).err,
              HasSubstr("--suite is for chess, not for checkers"));
  EXPECT_THAT(plylab({"verify", "--engine", PLYLAB_PROGRAM, "--position", "startpos"}).err,
              HasSubstr("--position is for games other than chess"));
}

// Fairy-Stockfish 11 knows no knight of our variants, but a king that stands still.
TEST(VerifyAnyGame, FairyStockfishAgreesInStationaryChess) {
  const auto program = testing::find_program("fairy-stockfish");
  if (!program) GTEST_SKIP() << "fairy-stockfish is not installed; ./lab test installs it";
  const testing::TemporaryFile variants(
      "[stationary:chess]\nimmobile = o\nkingType = o\ncastling = false\n", "variants");
  const nlohmann::json protocol{
      {"name", "fairy-uci"},
      {"greeting", nlohmann::json::array({"uci"})},
      {"greeted", "uciok"},
      {"ping", "isready"},
      {"pong", "readyok"},
      {"opening",
       {"setoption name VariantPath value " + variants.path(),
        "setoption name UCI_Variant value stationary"}},
      {"setup", nlohmann::json::array({"position fen {fen}[ moves {moves}]"})},
      {"question", "go perft {depth}"}};
  const testing::TemporaryFile file(protocol.dump(), "protocol", ".json");
  const auto found = plylab({"verify", "--game", "stationary", "--engine", *program, "--protocol",
                             file.path(), "--depth", "4", "--position", "startpos", "--position",
                             "r1b1k3/p1pp3p/6pN/4Pnn1/2B3P1/2P5/PP3R1P/4K3 w - - 0 1"});
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("192011"));
}

}  // namespace
}  // namespace plylab
