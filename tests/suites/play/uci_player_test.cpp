// Engines that play by UCI, good and hostile ones. No test looks at how fast anything is.
#include "tests/support/engine_players.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::FaultKind;
using engines::Seconds;
using suites::play::EngineOption;
using suites::play::MoveRequest;
using suites::play::Reply;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::is_gone;
using ::testing::IsEmpty;
using ::testing::Not;

class UciPlayers : public testing::EnginePlayers {
 protected:
  /// What comes of a turn with an engine that thinks by these commands.
  Reply reply_to(const std::string& go, const MoveRequest& asked = request(),
                 Seconds limit = Seconds(30)) {
    auto fake = spec(engine("Fake", go));
    fake.timeout = limit;
    fake.grace_period = Seconds(0.3);
    return start(fake)->play(asked);
  }

  /// An engine with options, which writes down what it hears.
  std::string listening() {
    return program("listens", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") +
                                  R"("
  case $line in
    uci) echo 'id name Listens'; echo 'option name Hash type spin default 16 min 1 max 64'
         echo 'option name Threads type spin default 2 min 1 max 8'
         echo 'option name Clear Hash type button'
         echo 'option name UCI_Chess960 type check default false'
         echo 'option name Style type combo default Solid var Solid var Wild'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'bestmove e1g1' ;;
  esac
done)");
  }
};

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

TEST_F(UciPlayers, InfoWithoutALineTellsOnlyNodes) {
  const Reply reply = reply_to(R"(
    echo 'info depth 7 score cp 20'; echo 'info nodes 55'; echo 'info pv'; echo 'bestmove d2d4')");
  EXPECT_EQ(reply.depth, std::nullopt);
  EXPECT_EQ(reply.nodes, 55U);
  EXPECT_THAT(moves(reply.lines), ElementsAre("d2d4"));
}

TEST_F(UciPlayers, ALineBeforeTheFenceIsStale) {
  // It goes on writing about the position before when it has been told the next one.
  const auto player = start(spec(program("late", R"(
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    position) stale="$seen"; seen=1 ;;
    isready) test -n "$stale" && echo 'info depth 9 score mate 1 nodes 9 pv e2e4'
             test -n "$stale" && echo 'bestmove e2e4'
             echo readyok ;;
    go) echo 'info depth 1 nodes 1 pv g1f3'; echo 'bestmove g1f3' ;;
  esac
done)")));
  player->play(request());
  const Reply reply = player->play(request());
  EXPECT_THAT(moves(reply.lines), ElementsAre("g1f3"));
  EXPECT_EQ(text(reply.move), "g1f3");
}

TEST_F(UciPlayers, ALineOfAnotherPositionDoesNotCount) {
  const Reply reply = reply_to(R"(
    echo 'info depth 5 score mate 2 nodes 10 pv e7e5 g1f3'
    echo 'info depth 6 score mate 2 nodes 20 pv e2e4 e2e4'
    echo 'info depth 7 score cp 3 nodes 30 pv d2d4 d7d5'
    echo 'bestmove d2d4')");
  EXPECT_THAT(moves(reply.lines), ElementsAre("d2d4"));
  EXPECT_EQ(reply.depth, 7);
}

TEST_F(UciPlayers, ABoundTellsOfNothingButAnotherMove) {
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

TEST_F(UciPlayers, WhatTheyPlayMustBeLegal) {
  expect_fault(reply_to("echo 'bestmove e2e5'"), FaultKind::illegal_move,
               "plays 'e2e5', which is no legal move");
  expect_fault(reply_to("echo 'bestmove 0000'"), FaultKind::illegal_move,
               "plays '0000', which is no legal move");
  expect_fault(reply_to("echo 'bestmove'"), FaultKind::illegal_move,
               "plays '', which is no legal move");
  const Reply after = reply_to(R"(echo 'info depth 1 nodes 3 pv e2e4'; echo 'bestmove e7e5')");
  expect_fault(after, FaultKind::illegal_move, "plays 'e7e5', which is no legal move");
  EXPECT_THAT(moves(after.lines), ElementsAre("e2e4"));
}

TEST_F(UciPlayers, WhoHangsIsNotWaitedForForEver) {
  expect_fault(reply_to("sleep 60", request(), Seconds(1)), FaultKind::no_answer,
               "gives no answer to 'go depth 9' within 1.3 s");
  MoveRequest timed = request();
  timed.limits.seconds = 0.1;
  expect_fault(reply_to("sleep 60", timed), FaultKind::no_answer,
               "gives no answer to 'go depth 9 movetime 100' within 0.6 s");
  timed.limits = {};
  timed.clocks = search::Clocks{{0.1, 30}, {0, 0}};
  expect_fault(reply_to("sleep 60", timed), FaultKind::no_answer,
               "gives no answer to 'go wtime 100 btime 30000 winc 0 binc 0' within 0.6 s");
}

TEST_F(UciPlayers, WhoIsToldToStopAnswersInTime) {
  const auto player = start(spec(program("obeys", R"(
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 9 nodes 5 pv c2c4' ;;
    stop) echo 'bestmove c2c4' ;;
  esac
done)")));
  MoveRequest timed = request();
  timed.limits = {};
  timed.limits.seconds = 0.05;
  const Reply reply = player->play(timed);
  EXPECT_FALSE(reply.fault);
  EXPECT_EQ(text(reply.move), "c2c4");
}

TEST_F(UciPlayers, WhoKnowsNoLimitOfNodesOrDepthIsToldToStop) {
  const auto player = start(spec(program("endless", R"(
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 3 nodes 199 pv c2c4'; echo 'info depth 10 nodes 200 pv d2d4' ;;
    stop) echo 'bestmove c2c4' ;;
  esac
done)")));
  MoveRequest limited{chess::ValidSetup(chess::startpos_fen)};
  limited.limits.nodes = 100;
  EXPECT_THAT(moves(player->play(limited).lines), ElementsAre("c2c4"));
  EXPECT_THAT(moves(player->play(request()).lines), ElementsAre("c2c4"));
}

TEST_F(UciPlayers, WithoutALimitOfDepthMayReachAny) {
  MoveRequest timed{chess::ValidSetup(chess::startpos_fen)};
  timed.limits.seconds = 30;
  const Reply reply = reply_to("echo 'info depth 245 pv e2e4'; echo 'bestmove e2e4'", timed);
  EXPECT_EQ(reply.depth, 245);
}

TEST_F(UciPlayers, FloodsEndToo) {
  MoveRequest timed = request();
  timed.limits.seconds = 0.1;
  const Reply reply = reply_to("yes 'info depth 1 nodes 1 pv e2e4'", timed);
  ASSERT_TRUE(reply.fault);
  EXPECT_FALSE(reply.move);
  expect_fault(reply_to("head -c 100000 /dev/zero | tr '\\0' x; sleep 60"), FaultKind::malformed,
               "writes a line of more than 65536 bytes without an end");
}

TEST_F(UciPlayers, WhoDiesKeepsWhatWasSaidAndStartsAfresh) {
  const auto player = start(spec(program("mortal", R"(
while read -r word rest; do
  case $word in
    uci) echo 'id name Mortal'; echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 1 score cp 3 nodes 4 pv e2e4'
        test -e ")" + path("dead") + R"(" || { touch ")" +
                                                       path("dead") + R"("; kill -SEGV $$; }
        echo 'bestmove e2e4' ;;
  esac
done)")));
  const Reply reply = player->play(request());
  expect_fault(reply, FaultKind::died, "was ended by signal 11");
  EXPECT_THAT(moves(reply.lines), ElementsAre("e2e4"));
  EXPECT_EQ(reply.nodes, 4U);
  EXPECT_EQ(text(player->play(request()).move), "e2e4");
  EXPECT_EQ(player->name(), "Mortal");
}

TEST_F(UciPlayers, WhoCannotStartSaysWhy) {
  const auto error = [&](const suites::play::EngineSpec& one) {
    return input_error([&] { start(one); });
  };
  EXPECT_EQ(error(spec("no-such-engine")),
            "--engine 'no-such-engine' cannot be started: no such program");
  const std::string leaves = program("leaves", "exit 3");
  EXPECT_EQ(error(spec(leaves)), "--engine '" + leaves + "' ended with exit status 3");
  EXPECT_THAT(error(spec(leaves, suites::play::Protocol::auto_detect)), HasSubstr("exit status 3"));
  auto mute = spec(program("mute", "sleep 60"));
  mute.timeout = Seconds(0.1);
  EXPECT_THAT(error(mute), HasSubstr("gives no answer to 'uci' within 0.1 s"));
  mute.protocol = suites::play::Protocol::auto_detect;
  EXPECT_THAT(error(mute), HasSubstr("speaks neither UCI (gives no answer to 'uci' within 0.1 s) "
                                     "nor xboard (tells no features within "));
}

TEST_F(UciPlayers, HearPositionMovesAndLimits) {
  const auto player = start(spec(listening()));
  EXPECT_EQ(player->name(), "Listens");
  MoveRequest asked = request(castling_fen);
  asked.moves = {{chess::a1, chess::a2}, {chess::e8, chess::e7}};
  asked.limits.nodes = 500;
  asked.limits.seconds = 1.5;
  player->play(asked);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("uci\nsetoption name Threads value 1\nisready\nucinewgame\nposition fen " +
                        std::string(castling_fen) +
                        " moves a1a2 e8e7\nisready\ngo depth 9 nodes 500 movetime 1500\n"));
  MoveRequest clocked{chess::ValidSetup(castling_fen)};
  clocked.clocks = search::Clocks{{60, 30.5}, {1, 0}, 20};
  EXPECT_EQ(text(player->play(clocked).move), "e1g1");
  EXPECT_THAT(content(path("heard")),
              HasSubstr("isready\ngo wtime 60000 btime 30500 winc 1000 binc 0 movestogo 20\n"));
  player->new_game();
  player->play(MoveRequest{chess::ValidSetup(castling_fen)});
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
  EXPECT_EQ(input_error([&] { start(with); }), "--engine '" + with.command +
                                                   "': no 'Contempt'; there are Hash, Threads, "
                                                   "Clear Hash, UCI_Chess960, Style");
  with.options = {{"Hash", "65"}};
  EXPECT_EQ(input_error([&] { start(with); }),
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

TEST_F(UciPlayers, EndAtOnceWhenStopGoesUp) {
  auto fake = spec(engine("Fake", "echo $$ >'" + path("id") + "'; sleep 60"));
  const auto player = start(fake);
  std::thread raise([&] {
    while (content(path("id")).empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stop_ = true;
  });
  const Reply reply = player->play(request());
  raise.join();
  expect_fault(reply, FaultKind::stopped, "was stopped");
  EXPECT_TRUE(is_gone(path("id")));
}

class RealUciPlayers : public UciPlayers, public ::testing::WithParamInterface<const char*> {};

TEST_P(RealUciPlayers, FindAMate) {
  if (!testing::find_program(engines::command_words(GetParam()).front()))
    GTEST_SKIP() << GetParam() << " is not installed";
  auto engine = spec(GetParam(), suites::play::Protocol::auto_detect);
  engine.hash = 8;
  const auto player = start(engine);
  EXPECT_EQ(player->protocol(), suites::play::Protocol::uci);
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
  other.moves = {{chess::a8, chess::b8}};
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
