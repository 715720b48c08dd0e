// When an answer is finished.
#include "tests/gen/engines/external_engines.h"

namespace plylab {
namespace {

using engines::PerftAnswer;
using ::testing::IsEmpty;
using testing::startpos;

using EndOfAnswer = testing::ExternalEngines;

TEST_F(EndOfAnswer, APingEndsAnAnswerWithoutTotal) {
  const PerftAnswer answer =
      answering("echo 'e2e4: 20'; sleep 0.8; echo 'd2d4: 21'")->ask(startpos(2));
  EXPECT_EQ(answer.total, Count(41));
}

TEST_F(EndOfAnswer, AReplyToThePingBeforeTheAnswerEndsNothing) {
  const std::string script = program("async", R"(
while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*) (sleep 0.3; echo 'e2e4: 20'; echo 'd2d4: 21'; echo 'Nodes searched: 41') & ;;
  esac
done)");
  const auto running = start(script);
  EXPECT_EQ(running->ask(startpos(2)).total, Count(41));
  EXPECT_EQ(running->ask(startpos(2)).branches.size(), 2U);
}

TEST_F(EndOfAnswer, AReplyToThePingAmidTheAnswerEndsNothing) {
  const std::string script = program("async", R"(
while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) test $early || echo readyok; early= ;;
    go*)
      echo 'e2e4: 20'; echo readyok; early=yes
      test $second && sleep 0.8; second=yes
      echo 'd2d4: 40'; echo 'Nodes searched: 60' ;;
  esac
done)");
  const auto running = start(script);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(running->ask(startpos(2)).total, Count(60));
}

TEST_F(EndOfAnswer, SilenceEndsAnAnswerAndIsMeasuredByThePauses) {
  const std::string script = program("silent", R"(
while read -r line; do
  case $line in
    uci) echo uciok ;;
    go*) sleep 0.2; echo 'e2e4: 20'; sleep 0.6; echo 'd2d4: 21' ;;
  esac
done)");
  const std::string descriptor = file("silent.json", R"({"greeting": ["uci"], "greeted": "uciok",
      "setup": ["position fen {fen}"], "question": "go perft {depth}"})");
  EXPECT_EQ(start(script, descriptor)->ask(startpos(2)).total, Count(41));
}

TEST_F(EndOfAnswer, WhatIsSaidUnaskedIsNoAnswer) {
  const auto running = start(program("eager", R"(
while read -r line; do
  case $line in
    uci) echo uciok; echo 'Nodes searched: 1' ;;
    isready) echo readyok ;;
    go*) echo 'Nodes searched: 20'; echo 'e2e4: 3'; echo 'Nodes searched: 2' ;;
  esac
done)"));
  for (int i = 0; i < 3; ++i) {
    const PerftAnswer answer = running->ask(startpos(1));
    EXPECT_EQ(answer.total, Count(20));
    EXPECT_THAT(answer.branches, IsEmpty());
  }
}

}  // namespace
}  // namespace plylab
