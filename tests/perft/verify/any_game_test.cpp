// plylab verify in other games than chess. The generator is plylab itself, as a program that is
// called; it is wrong where it is told to play another game.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::HasSubstr;
using testing::plylab;

/// How plylab is called as a generator of a game.
testing::TemporaryFile caller(const std::string& game,
                              const std::string& branch = "^(?!total)([^,]+),([0-9]+)$") {
  const nlohmann::json protocol{
      {"name", "called"},
      {"launch", "call"},
      {"arguments",
       {"divide", "--game=" + game, "--depth={depth}", "--position={fen}", "[--moves={moves}]",
        "--format=csv", "--table=divide", "--quiet"}},
      {"branch", branch},
      {"total", "^total,([0-9]+)$"}};
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
  for (const char* game : {"nightrider", "checkers", "tictactoe"}) {
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
  EXPECT_EQ(row["right"], 209927);
  EXPECT_EQ(row["reported"], 209935);
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

TEST(VerifyAnyGame, RefusesWhatIsForChess) {
  const auto protocol = caller("checkers");
  EXPECT_THAT(verify("checkers", protocol, 2, {"--suite", "verify"}).err,
              HasSubstr("--suite is for chess, not for checkers"));
  EXPECT_THAT(plylab({"verify", "--game", "checkers", "--engine", PLYLAB_PROGRAM}).err,
              HasSubstr("--protocol auto is for chess, not for checkers"));
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
