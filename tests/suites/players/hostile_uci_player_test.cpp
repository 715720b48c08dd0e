// Engines that hang, crash, flood or play what is not legal. No test looks at how fast anything is.
#include <chrono>
#include <string>
#include <thread>

#include "tests/suites/players/uci_players.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::Reply;
using engines::Seconds;
using suites::players::MoveRequest;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::is_gone;
using testing::UciPlayers;

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

TEST_F(UciPlayers, WhatTheyPlayMustBeLegal) {
  expect_fault(reply_to("echo 'bestmove e2e5'"), FaultKind::illegal_move,
               "plays 'e2e5', which is not a legal move");
  expect_fault(reply_to("echo 'bestmove 0000'"), FaultKind::illegal_move,
               "plays '0000', which is not a legal move");
  expect_fault(reply_to("echo 'bestmove'"), FaultKind::illegal_move,
               "plays '', which is not a legal move");
  const Reply after = reply_to(R"(echo 'info depth 1 nodes 3 pv e2e4'; echo 'bestmove e7e5')");
  expect_fault(after, FaultKind::illegal_move, "plays 'e7e5', which is not a legal move");
  EXPECT_THAT(moves(after.lines), ElementsAre("e2e4"));
}

TEST_F(UciPlayers, WhoHangsIsNotWaitedForForEver) {
  expect_fault(reply_to("sleep 60", request(), Seconds(1)), FaultKind::no_answer,
               "gives no answer to 'go depth 9' within 1 s");
  MoveRequest timed = request();
  timed.limits.seconds = 0.1;
  expect_fault(reply_to("sleep 60", timed), FaultKind::no_answer,
               "gives no answer to 'go depth 9 movetime 100' within 0.6 s");
  timed.limits = {};
  timed.clocks = search::Clocks{{0.1, 30}, {0, 0}};
  expect_fault(reply_to("sleep 60", timed), FaultKind::no_answer,
               "gives no answer to 'go wtime 100 btime 30000 winc 0 binc 0' within 0.6 s");
}

TEST_F(UciPlayers, AnswerInTimeAfterStop) {
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

TEST_F(UciPlayers, WithoutLimitsOfNodesOrDepthAreSentStop) {
  const auto player = start(spec(program("endless", R"(
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo 'info depth 3 nodes 199 pv c2c4'; echo 'info depth 10 nodes 200 pv d2d4' ;;
    stop) echo 'bestmove c2c4' ;;
  esac
done)")));
  MoveRequest limited = request();
  limited.limits = {};
  limited.limits.nodes = 100;
  EXPECT_THAT(moves(player->play(limited).lines), ElementsAre("c2c4"));
  EXPECT_THAT(moves(player->play(request()).lines), ElementsAre("c2c4"));
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

TEST_F(UciPlayers, ThatCrashKeepTheirLinesAndRestart) {
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

TEST_F(UciPlayers, ThatCannotStartGiveTheReason) {
  const auto error = [&](const engines::EngineSpec& one) {
    return testing::input_error_of([&] { start(one); });
  };
  EXPECT_EQ(error(spec("no-such-engine")),
            "--engine 'no-such-engine' cannot be started: no such program");
  const std::string leaves = program("leaves", "exit 3");
  EXPECT_EQ(error(spec(leaves)), "--engine '" + leaves + "' ended with exit status 3");
  EXPECT_THAT(error(spec(leaves, engines::Protocol::auto_detect)), HasSubstr("exit status 3"));
  auto mute = spec(program("mute", "sleep 60"));
  mute.timeout = Seconds(0.1);
  EXPECT_THAT(error(mute), HasSubstr("gives no answer to 'uci' within 0.1 s"));
  mute.protocol = engines::Protocol::auto_detect;
  EXPECT_THAT(error(mute), HasSubstr("speaks neither UCI (gives no answer to 'uci' within 0.1 s) "
                                     "nor xboard (sends no features within "));
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

}  // namespace
}  // namespace plylab
