// Engines that hang, crash, flood or write what cannot be read. No test looks at how fast anything
// is; the limits are there so that what hangs is noticed.
#include <signal.h>

#include <string>

#include "tests/gen/engines/external_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::EngineFault;
using engines::FaultKind;
using engines::PerftQuestion;
using engines::Seconds;
using testing::ample;
using testing::brief;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::expect_fault;
using testing::is_gone;
using testing::kiwipete;
using ::testing::SizeIs;
using testing::startpos;

class HostileEngines : public testing::ExternalEngines {
 protected:
  /// Commands that start a child, one in a session of its own, and one whose parent ends, and write
  /// down who they are.
  std::string start_all_sorts() const {
    const auto sleeper = [&](const char* who) {
      return "setsid sh -c 'exec >/dev/null 2>&1; echo $$ >" + path(who) + "; sleep 1000' &";
    };
    return "echo $$ >" + path("engine") + "; sleep 1000 & echo $! >" + path("child") + "; " +
           sleeper("session") + " (" + sleeper("orphan") + "); until test -s " + path("session") +
           " && test -s " + path("orphan") + "; do sleep 0.01; done";
  }
  void expect_all_gone() const {
    std::vector<std::string> all{"engine", "child", "session", "orphan"};
#ifdef PLYLAB_EMULATED  // qemu lets no process adopt orphans (PR_SET_CHILD_SUBREAPER)
    all.pop_back();
#endif
    for (const std::string& who : all) EXPECT_TRUE(is_gone(path(who))) << who;
  }
};

TEST_F(HostileEngines, WhatCannotStartSaysWhy) {
  expect_fault(start_failure("/no/such/engine"), FaultKind::cannot_start,
               "cannot be started: no such program");
  expect_fault(start_failure(" "), FaultKind::cannot_start, "cannot be started: no program named");
  expect_fault(start_failure(file("text", "x")), FaultKind::cannot_start,
               "cannot be started: the file is not executable (chmod +x makes it so)");
  const EngineFault error = start_failure(program("quits", "echo 'no licence' >&2; exit 4"));
  expect_fault(error, FaultKind::cannot_start, "ended with exit status 4");
  EXPECT_THAT(error.output(), ElementsAre("no licence"));
  expect_fault(start_failure("/bin/sleep 1000", "uci", brief), FaultKind::no_answer,
               "gives no answer to 'uci' within 0.5 s");
}

TEST_F(HostileEngines, ReportExitStatusOrSignal) {
  const EngineFault error = failure_of("echo 'e2e4: 1'; echo 'assertion failed' >&2; exit 3");
  expect_fault(error, FaultKind::died, "ended with exit status 3");
  EXPECT_THAT(error.output(), Contains("assertion failed"));
  EXPECT_THAT(error.output(), Contains("e2e4: 1"));
  expect_fault(failure_of("kill -SEGV $$"), FaultKind::died, "was ended by signal 11");
  expect_fault(failure_of("exec >&-; sleep 1000"), FaultKind::died, "closed its output");
  // A child that holds the pipe does not hide that the engine is dead.
  expect_fault(failure_of("sleep 1000 & exit 5"), FaultKind::died, "ended with exit status 5");
}

TEST_F(HostileEngines, AnAnswerBeforeTheEndCounts) {
  const auto running = answering("exec <&-; echo 'Nodes searched: 20'; exit 3");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
    running->restart();
  }
}

// Wherever the output of a session breaks off, half a number is never taken for a count.
TEST_F(HostileEngines, AnAnswerThatBreaksOffIsNone) {
  const std::string answer = "e2e4: 20\nd2d4: 20\n\nNodes searched: 40\n";
  for (std::size_t size = 0; size < answer.size(); ++size)
    expect_fault(failure_of("printf %s '" + answer.substr(0, size) + "'; exit 0"), FaultKind::died,
                 "ended with exit status 0");
  EXPECT_EQ(answering("printf %s '" + answer + "'; exit 0")->ask(startpos(2)).total, Count(40));
  // A program that is called for each question has ended well if its status is 0.
  for (const char* end : {"", "\n"})
    EXPECT_EQ(start(program("called", std::string("printf %s 'Nodes: 20") + end + "'"), "count")
                  ->ask(startpos(1))
                  .total,
              Count(20));
}

TEST_F(HostileEngines, AfterAFailureItStartsAfresh) {
  const auto running = answering("if test $n = 48; then exit 3; fi; echo \"Nodes searched: $n\"");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
  expect_fault(failure_of(*running, kiwipete(1)), FaultKind::died, "ended with exit status 3");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
}

TEST_F(HostileEngines, RestartForgets) {
  const auto running = answering("k=x$k; echo \"Nodes searched: ${#k}\"");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(1));
  EXPECT_EQ(running->ask(startpos(1)).total, Count(2));
  running->restart();
  EXPECT_EQ(running->ask(startpos(1)).total, Count(1));
}

TEST_F(HostileEngines, SilenceAndChatterAreNoAnswer) {
  expect_fault(failure_of("sleep 1000", brief), FaultKind::no_answer,
               "gives no answer to 'go perft 1' within 0.5 s");
  expect_fault(failure_of("while sleep 0.05; do echo 'info string busy'; done", brief),
               FaultKind::no_answer, "gives no answer to 'go perft 1' within 0.5 s");
  expect_fault(failure_of("trap '' TERM INT HUP; while :; do sleep 1; done", brief),
               FaultKind::no_answer, "gives no answer to 'go perft 1' within 0.5 s");
}

TEST_F(HostileEngines, FloodsFillNeitherMemoryNorTime) {
  expect_fault(failure_of("yes 'info string'"), FaultKind::no_answer,
               "has no answer to 'go perft 1' among its first 10000 lines");
  expect_fault(failure_of("tr '\\0' x </dev/zero"), FaultKind::malformed,
               "writes a line of more than 65536 bytes without an end");
  // On standard error nobody minds, however much it is.
  EXPECT_EQ(
      answering("head -c 3000000 /dev/zero >&2; echo 'Nodes searched: 5'")->ask(startpos(1)).total,
      Count(5));
}

TEST_F(HostileEngines, RubbishIsQuotedSoThatItCanBePrinted) {
  const EngineFault error =
      failure_of("printf 'a\\0b\\377\\033[31m\\n'; echo 'Nodes searched: -5'");
  expect_fault(error, FaultKind::malformed, "answers 'Nodes searched: -5' to go perft 1");
  EXPECT_THAT(error.output(), Contains("a\\x00b\\xff\\x1b[31m"));
  expect_fault(failure_of("echo 'Nodes searched: 340282366920938463463374607431768211456'"),
               FaultKind::malformed,
               "answers 'Nodes searched: 340282366920938463463374607431768211456' to go perft 1");
  expect_fault(failure_of("echo \"Unknown command: 'go perft'\""), FaultKind::malformed,
               "answers 'Unknown command: 'go perft'' to go perft 1");
  expect_fault(failure_of("echo 'e2e4: 340282366920938463463374607431768211455'; echo 'd2d4: 1'"),
               FaultKind::malformed, "answers go perft 1 with a sum beyond 128 bits");
  EXPECT_THAT(failure_of("seq 100 120; exit 1").output(), SizeIs(10));
}

TEST_F(HostileEngines, ARefusedPositionIsNotCounted) {
  const std::string script = program("refuses", R"(
while read -r line; do
  case $line in
    protover*) echo 'feature done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    e2e4) echo 'Illegal move: e2e4' ;;
    perft*) echo 'Nodes: 20' ;;
  esac
done)");
  const auto running = start(script, "xboard");
  PerftQuestion question = startpos(1);
  question.moves = {{chess::e2, chess::e4}};
  expect_fault(failure_of(*running, question), FaultKind::malformed,
               "says 'Illegal move: e2e4' when a position is set up");
}

TEST_F(HostileEngines, WaitingEndsWhenStopGoesUp) {
  const auto running = answering("sleep 1000");
  stop_ = true;
  expect_fault(failure_of(*running), FaultKind::stopped, "was stopped");
}

TEST_F(HostileEngines, CallsThatGoWrongAreToldApart) {
  const auto failure = [&](const std::string& commands, Seconds timeout = ample) {
    return failure_of(*start(program("tool", commands), "count", timeout));
  };
  expect_fault(failure("echo 20; exit 3"), FaultKind::died, "ended with exit status 3");
  expect_fault(failure("kill -KILL $$"), FaultKind::died, "was ended by signal 9");
  expect_fault(failure("sleep 1000", brief), FaultKind::no_answer, "does not end within 0.5 s");
  expect_fault(failure("echo 20; exec >&- 2>&-; sleep 1000", brief), FaultKind::died,
               "closed its output");
  expect_fault(failure("echo hello"), FaultKind::malformed, "writes no count at depth 1");
  expect_fault(failure("echo Total: -7"), FaultKind::malformed, "answers 'Total: -7' at depth 1");
  expect_fault(failure("yes"), FaultKind::no_answer,
               "has no answer to 'perft(1)' among its first 10000 lines");
  expect_fault(failure("tr '\\0' x </dev/zero"), FaultKind::malformed,
               "writes a line of more than 65536 bytes without an end");
  EXPECT_EQ(start(program("fine", "printf '1,234\\r'"), "count")->ask(startpos(1)).total,
            Count(1234));
  expect_fault(failure("exit 7"), FaultKind::died, "ended with exit status 7");
}

TEST_F(HostileEngines, NothingIsLeftRunning) {
  answering(start_all_sorts() + "; echo 'Nodes searched: 20'")->ask(startpos(1));
  expect_all_gone();
}

TEST_F(HostileEngines, NothingIsLeftRunningWhenTheEngineEnds) {
  const auto running = answering(start_all_sorts() + "; exit 3");
  expect_fault(failure_of(*running), FaultKind::died, "ended with exit status 3");
  expect_all_gone();
}

TEST_F(HostileEngines, NothingIsLeftRunningWhenPlylabIsKilled) {
  const std::string script =
      engine("Forks", start_all_sorts() + "; kill -KILL " + testing::plylab_id + "; sleep 1000");
  EXPECT_EQ(
      testing::plylab({"bench", "perft", "--depths", "1,1,1,1,1,1", "--engine", script}).status,
      128 + SIGKILL);
  expect_all_gone();
}

TEST_F(HostileEngines, TheEngineEndsWithItsKeeper) {
  const auto running = answering("echo $$ >" + path("engine") + "; kill -KILL $PPID; sleep 1000");
  expect_fault(failure_of(*running), FaultKind::died, "was ended by signal 9");
  EXPECT_TRUE(is_gone(path("engine")));
}

}  // namespace
}  // namespace plylab
