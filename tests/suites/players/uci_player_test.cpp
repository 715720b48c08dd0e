// Engines that play by UCI. No test looks at how fast anything is.
#include <cctype>
#include <filesystem>
#include <string>

#include "gen/engines/process.h"
#include "tests/suites/players/uci_players.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::Reply;
using suites::players::MoveRequest;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::UciPlayers;

constexpr std::string_view castling_fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

TEST_F(UciPlayers, AnswerWithDepthScoreNodesAndLine) {
  const Reply reply = reply_to(R"(
    echo 'info depth 1 score cp 20 nodes 20 time 1 pv g1f3'
    echo 'info depth 2 score cp 31 nodes 90 time 1 pv e2e4 e7e5'
    echo 'bestmove e2e4 ponder e7e5')");
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(text(reply.move), "e2e4");
  EXPECT_EQ(reply.depth, 2);
  EXPECT_EQ(reply.nodes, 90U);
  ASSERT_EQ(reply.lines.size(), 2U);
  EXPECT_EQ(text(reply.lines[0].move), "g1f3");
  EXPECT_EQ(reply.lines[0].nodes, 20U);
  EXPECT_EQ(reply.lines[1].centipawns, 31);
  EXPECT_EQ(reply.lines[1].mate, std::nullopt);
  EXPECT_EQ(reply.lines[1].pv.size(), 2U);
  EXPECT_GE(reply.lines[1].seconds, reply.lines[0].seconds);
  EXPECT_GE(reply.seconds, reply.lines[1].seconds);
}

TEST_F(UciPlayers, MayEndTheirLinesAsWindowsDoes) {
  const Reply reply = reply_to(R"(printf 'info depth 1 nodes 3 pv e2e4\r\nbestmove e2e4\r\n')");
  EXPECT_EQ(text(reply.move), "e2e4");
  EXPECT_THAT(moves(reply.lines), ElementsAre("e2e4"));
}

TEST_F(UciPlayers, ABestMoveThatTheLineDidNotNameIsTheLastAnswer) {
  const Reply reply = reply_to(R"(
    echo 'info depth 4 score cp 20 nodes 20 pv g1f3'; echo 'bestmove d2d4')");
  EXPECT_THAT(moves(reply.lines), ElementsAre("g1f3", "d2d4"));
  EXPECT_EQ(reply.lines[1].depth, 4);
  EXPECT_EQ(reply.lines[1].centipawns, std::nullopt);
  EXPECT_THAT(reply.lines[1].pv, IsEmpty());
}

TEST_F(UciPlayers, InfoWithoutALineGivesOnlyNodes) {
  const Reply reply = reply_to(R"(
    echo 'info depth 7 score cp 20'; echo 'info nodes 55'; echo 'info pv'; echo 'bestmove d2d4')");
  EXPECT_EQ(reply.depth, std::nullopt);
  EXPECT_EQ(reply.nodes, 55U);
  EXPECT_THAT(moves(reply.lines), ElementsAre("d2d4"));
}

TEST_F(UciPlayers, ABoundOnlyAnnouncesAnotherMove) {
  const Reply reply = reply_to(R"(
    echo 'info depth 5 score cp 20 nodes 10 pv e2e4'
    echo 'info depth 6 score cp 90 upperbound nodes 20 pv e2e4'
    echo 'info depth 6 score mate 4 lowerbound nodes 30 pv d2d4'
    echo 'info depth 6 score cp 95 nodes 40 pv d2d4'
    echo 'bestmove d2d4')");
  EXPECT_THAT(moves(reply.lines), ElementsAre("e2e4", "d2d4", "d2d4"));
  EXPECT_EQ(reply.lines[1].mate, std::nullopt);
  EXPECT_EQ(reply.lines[1].centipawns, std::nullopt);
  EXPECT_EQ(reply.lines[2].centipawns, 95);
}

TEST_F(UciPlayers, WithoutALimitOfDepthMayReachAny) {
  MoveRequest timed = request();
  timed.limits = {};
  timed.limits.seconds = 30;
  const Reply reply = reply_to("echo 'info depth 245 pv e2e4'; echo 'bestmove e2e4'", timed);
  EXPECT_EQ(reply.depth, 245);
}

TEST_F(UciPlayers, HearPositionMovesAndLimits) {
  const auto player = start(spec(listening()));
  EXPECT_EQ(player->name(), "Listens");
  MoveRequest asked = request(castling_fen);
  asked.moves = {"a1a2", "e8e7"};
  asked.limits.nodes = 500;
  asked.limits.seconds = 1.5;
  player->play(asked);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("uci\nsetoption name Threads value 1\nisready\nucinewgame\nposition fen " +
                        std::string(castling_fen) +
                        " moves a1a2 e8e7\nisready\ngo depth 9 nodes 500 movetime 1500\n"));
  MoveRequest clocked = request(castling_fen);
  clocked.limits = {};
  clocked.clocks = search::Clocks{{60, 30.5}, {1, 0}, 20};
  EXPECT_EQ(text(player->play(clocked).move), "e1g1");
  EXPECT_THAT(content(path("heard")),
              HasSubstr("isready\ngo wtime 60000 btime 30500 winc 1000 binc 0 movestogo 20\n"));
  player->new_game();
  MoveRequest unlimited = request(castling_fen);
  unlimited.limits = {};
  player->play(unlimited);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("ucinewgame\nposition fen " + std::string(castling_fen) +
                        "\nisready\ngo infinite\n"));
}

TEST_F(UciPlayers, ChessOfOtherArraysIsTurnedOnAndOff) {
  const auto player = start(spec(listening()));
  const std::string_view other = "4k3/8/8/8/8/8/8/1R2K1R1 w BG - 0 1";
  EXPECT_EQ(text(player->play(request(other)).move), "e1g1");
  player->play(request(castling_fen));
  EXPECT_THAT(content(path("heard")), HasSubstr("setoption name UCI_Chess960 value true\n"));
  EXPECT_THAT(content(path("heard")), HasSubstr("setoption name UCI_Chess960 value false\n"));
  expect_fault(start(spec(engine("Old", "echo bestmove e1g1")))->play(request(other)),
               FaultKind::no_answer, "does not play Chess960");
}

TEST_F(UciPlayers, AreGivenTheirOptions) {
  auto with = spec(listening());
  with.hash = 8;
  with.options = {{"threads", "3"}, {"Clear Hash"}, {"style", "Wild"}};
  start(with);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("setoption name Threads value 1\nsetoption name Hash value 8\n"
                        "setoption name Threads value 3\nsetoption name Clear Hash\n"
                        "setoption name Style value Wild\n"));
  with.options = {{"Contempt", "3"}};
  EXPECT_EQ(testing::input_error_of([&] { start(with); }),
            "--engine '" + with.command +
                "': no 'Contempt'; there are Hash, Threads, "
                "Clear Hash, UCI_Chess960, Style");
  with.options = {{"Hash", "65"}};
  EXPECT_EQ(testing::input_error_of([&] { start(with); }),
            "--engine '" + with.command + "': Hash takes a number from 1 to 64, not '65'");
}

TEST_F(UciPlayers, AProcessIsReusedUnlessItShallBeFresh) {
  const auto count = [&](bool restart) {
    auto counted = spec(program("counts", "echo x >>'" + path("starts") + R"('
while read -r word rest; do
  case $word in uci) echo uciok ;; isready) echo readyok ;; go) echo bestmove e2e4 ;; esac
done)"));
    counted.restart = restart;
    std::filesystem::remove(path("starts"));
    const auto player = start(counted);
    for (int game = 0; game < 3; ++game) {
      player->new_game();
      for (int i = 0; i < 2; ++i) EXPECT_EQ(text(player->play(request()).move), "e2e4");
    }
    return content(path("starts")).size() / 2;
  };
  EXPECT_EQ(count(false), 1U);
  EXPECT_EQ(count(true), 3U);
}

TEST_F(UciPlayers, AreNotAskedWhereThereIsNoMove) {
  const auto player = start(spec(engine("Fake", "kill -9 $$")));
  const Reply reply = player->play(request("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
  EXPECT_FALSE(reply.move);
  EXPECT_FALSE(reply.fault);
}

class RealUciPlayers : public UciPlayers, public ::testing::WithParamInterface<const char*> {};

TEST_P(RealUciPlayers, FindAMate) {
  if (!testing::find_program(engines::command_words(GetParam()).front()))
    GTEST_SKIP() << GetParam() << " is not installed";
  auto engine = spec(GetParam(), engines::Protocol::auto_detect);
  engine.hash = 8;
  const auto player = start(engine);
  EXPECT_EQ(player->protocol(), engines::Protocol::uci);
  // Bratko-Kopec 1: 1... Qd1+ 2. Kxd1 Bg4+ 3. K~ Rd1#
  MoveRequest asked = request("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
  asked.limits.depth = 10;
  for (int i = 0; i < 2; ++i) {
    player->new_game();
    const Reply reply = player->play(asked);
    EXPECT_FALSE(reply.fault);
    EXPECT_EQ(text(reply.move), "d6d1");
    EXPECT_EQ(reply.depth, 10);
    EXPECT_GT(reply.nodes, 100U);
    EXPECT_EQ(reply.lines.back().mate, 3);
  }
  // The same with a limit of nodes, after moves, and the other side to move.
  MoveRequest other = request("k7/8/1K6/8/8/8/8/7R b - - 0 1");
  other.moves = {"a8b8"};
  other.limits = {};
  other.limits.nodes = 20'000;
  EXPECT_EQ(text(player->play(other).move), "h1h8");
}

INSTANTIATE_TEST_SUITE_P(Debian, RealUciPlayers,
                         ::testing::Values("stockfish", "fairy-stockfish", "gnuchess --uci",
                                           "toga2", "glaurung"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

}  // namespace
}  // namespace plylab
