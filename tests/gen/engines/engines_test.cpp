// Engines and tools as generators under test: by each protocol, good and hostile ones. No test
// looks at how fast anything is; the limits are there so that what hangs is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/engines/detect.h"
#include "gen/engines/engine.h"
#include "gen/engines/perft_protocols.h"
#include "gen/engines/process.h"
#include "gen/input_error.h"
#include "tests/support/fake_engines.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using engines::EngineFault;
using engines::FaultKind;
using engines::PerftAnswer;
using engines::PerftQuestion;
using engines::ReportedBranch;
using engines::Seconds;
using ::testing::Contains;
using testing::content;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::is_gone;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Seconds ample(60);
constexpr Seconds brief(0.5);

PerftQuestion startpos(int depth) {
  return {.start = chess::parse_fen(chess::startpos_fen), .depth = depth};
}

PerftQuestion kiwipete(int depth) {
  return {.start = chess::parse_fen(
              "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
          .depth = depth};
}

/// A white king on e1 with castling rooks on b1 and g1: not standard chess.
PerftQuestion chess960_question() {
  PerftQuestion question{.start = chess::parse_fen("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1")};
  question.start.castling[0] = {chess::b1, chess::g1};
  return question;
}

class Engines : public testing::FakeEngines {
 protected:
  std::unique_ptr<engines::Engine> start(const std::string& command,
                                         const std::string& protocol = "uci",
                                         Seconds timeout = ample) {
    return engines::start_engine(command, protocol, timeout, stop_);
  }

  /// An engine that answers go perft by these commands.
  std::unique_ptr<engines::Engine> answering(const std::string& go, Seconds timeout = ample) {
    return start(engine("Fake", go), "uci", timeout);
  }

  /// The error that a question ends with.
  static EngineFault failure_of(engines::GeneratorUnderTest& generator,
                                const PerftQuestion& question = startpos(1)) {
    try {
      generator.ask(question);
    } catch (const EngineFault& error) {
      return error;
    }
    ADD_FAILURE() << "there is an answer";
    return {FaultKind::stopped, ""};
  }
  EngineFault failure_of(const std::string& go, Seconds timeout = ample) {
    return failure_of(*answering(go, timeout));
  }
  EngineFault start_failure(const std::string& command, const std::string& protocol = "uci",
                            Seconds timeout = ample) {
    try {
      start(command, protocol, timeout);
    } catch (const EngineFault& error) {
      return error;
    }
    ADD_FAILURE() << "it starts";
    return {FaultKind::stopped, ""};
  }

  std::atomic<bool> stop_ = false;
};

void expect(const EngineFault& error, FaultKind failure, const std::string& what) {
  EXPECT_EQ(error.kind(), failure) << error.what();
  EXPECT_STREQ(error.what(), what.c_str());
}

// ---- protocols ----

TEST_F(Engines, UciHearsPositionMovesAndQuestion) {
  const std::string script = file("divides", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    uci) echo "id name $1"; echo uciok ;;
    isready) echo readyok ;;
    go*) printf 'info string x: 7\ne7e8q: 5\na2a3: 12\nP@e4: 1\r\n\nNodes searched: 18\n' ;;
  esac
done
)");
  const auto running = start("/bin/sh " + script + " \"Two words\"");
  EXPECT_EQ(running->name(), "Two words");
  EXPECT_TRUE(running->abilities().plays_moves);
  EXPECT_TRUE(running->abilities().divides);
  EXPECT_FALSE(running->abilities().chess960);
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}, {chess::e7, chess::e5}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(18));
  EXPECT_THAT(answer.branches,
              ElementsAre(ReportedBranch{"e7e8q", Count(5)}, ReportedBranch{"a2a3", Count(12)},
                          ReportedBranch{"P@e4", Count(1)}));
  EXPECT_GT(answer.seconds, 0);
  const std::string position = "position fen " + std::string(chess::startpos_fen);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("uci\nisready\n" + position + " moves e2e4 e7e5\nisready\ngo perft 2\n"));
  running->ask(startpos(1));
  EXPECT_THAT(content(path("heard")), HasSubstr("isready\n" + position + "\nisready\ngo perft 1"));
}

TEST_F(Engines, XboardFeaturesAreHeeded) {
  const std::string script = program("xb", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    protover*) echo 'feature ping=1 usermove=1 setboard=1 myname="Boards 2.0" done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    perft*) echo 'Nf3 20'; echo '# 99' ;;
  esac
done)");
  const auto running = start(script, "xboard");
  EXPECT_EQ(running->name(), "Boards 2.0");
  EXPECT_FALSE(running->abilities().chess960);
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(20));
  EXPECT_THAT(answer.branches, ElementsAre(ReportedBranch{"Nf3", Count(20)}));
  const std::string heard = content(path("heard"));
  EXPECT_THAT(heard, HasSubstr("xboard\nprotover 2\nnew\nforce\nping 1\n"));
  EXPECT_THAT(heard, HasSubstr("\nusermove e2e4\nping 2\nperft 2\n"));
}

TEST_F(Engines, AnOldXboardEngineNeedsNeitherFeaturesNorPing) {
  const std::string script = program("old", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    setboard*|new|force|e2e4) ;;
    divide*) echo 'e7e5 1'; echo 'e7e6 1' ;;
    *) echo "Error (unknown command): $line" ;;
  esac
done)");
  const auto running = start(script, "xboard-divide");
  EXPECT_EQ(running->name(), script);
  PerftQuestion question = startpos(1);
  question.moves = {{chess::e2, chess::e4}};
  EXPECT_EQ(running->ask(question).total, Count(2));
  EXPECT_THAT(content(path("heard")), HasSubstr("\ne2e4\ndivide 1\n"));
}

TEST_F(Engines, PerftreeScriptsAreCalled) {
  const std::string script = program("tree", R"(
for argument in "$@"; do echo "$argument" >>")" + path("heard") +
                                                 R"("; done
echo 'a7a6 20'; echo 'b7b6 21'; echo; printf 41)");
  const auto running = start(script, "perftree");
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(41));
  EXPECT_THAT(answer.branches, SizeIs(2));
  running->ask(startpos(1));
  const std::string fen(chess::startpos_fen);
  EXPECT_EQ(content(path("heard")), "2\n" + fen + "\ne2e4\n1\n" + fen + "\n");
}

TEST_F(Engines, CountersAndCheckersAreCalled) {
  const auto counter =
      start(program("counter", "echo \"After $2 plies there are 8902.\""), "count");
  EXPECT_EQ(counter->ask(startpos(3)).total, Count(8902));
  EXPECT_FALSE(counter->abilities().plays_moves);
  EXPECT_FALSE(counter->abilities().divides);

  const auto checker = start(program("checker", "echo 12 of; test \"$3\" = 20"), "expect");
  EXPECT_FALSE(checker->abilities().counts);
  PerftQuestion question = startpos(1);
  EXPECT_THROW(checker->ask(question), std::invalid_argument);
  question.expected = Count(20);
  EXPECT_EQ(checker->ask(question).total, Count(20));
  question.expected = Count(21);
  EXPECT_EQ(checker->ask(question).total, std::nullopt);
}

TEST_F(Engines, Chess960IsTurnedOnAndOff) {
  const std::string script = program("frc", R"(
while read -r line; do
  echo "$line" >>")" + path("heard") + R"("
  case $line in
    uci) echo 'option name UCI_Chess960 type check default false'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'Nodes searched: 3' ;;
  esac
done)");
  const auto running = start(script);
  EXPECT_TRUE(running->abilities().chess960);
  PerftQuestion question = chess960_question();
  question.moves = {{chess::e1, chess::g1, chess::MoveKind::castle_kingside}};
  running->ask(question);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("setoption name UCI_Chess960 value true\nposition fen "));
  EXPECT_THAT(content(path("heard")), HasSubstr(" moves e1g1\n"));
  PerftQuestion standard{.start = chess::parse_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")};
  standard.moves = {{chess::e1, chess::h1, chess::MoveKind::castle_kingside}};
  running->ask(standard);
  EXPECT_THAT(content(path("heard")),
              HasSubstr("setoption name UCI_Chess960 value false\nposition fen "
                        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1\n"));
}

TEST_F(Engines, TheDocumentedDescriptorWorks) {
  const std::string manual = content(PLYLAB_SOURCE_DIR "/gen/engines/PROTOCOLS.md");
  const std::size_t start_of_json = manual.find("```json\n") + 8;
  const std::string descriptor = file(
      "owl.json", manual.substr(start_of_json, manual.find("```", start_of_json) - start_of_json));
  const std::string script = program("owl", R"(
while read -r word rest; do
  case $word in
    hello) echo 'I am "Owl"'; echo hi ;;
    awake) echo "awake ${rest%\?}" ;;
    board) echo "$rest" >>")" + path("heard") + R"(" ;;
    count) echo 'move e2e4 makes 20'; echo 'move d2d4 makes 21'; echo "sum 41" ;;
  esac
done)");
  const auto running = start(script, descriptor);
  EXPECT_EQ(running->name(), "Owl");
  PerftQuestion question = startpos(2);
  question.moves = {{chess::e2, chess::e4}};
  const PerftAnswer answer = running->ask(question);
  EXPECT_EQ(answer.total, Count(41));
  EXPECT_THAT(answer.branches,
              ElementsAre(ReportedBranch{"e2e4", Count(20)}, ReportedBranch{"d2d4", Count(21)}));
  EXPECT_EQ(content(path("heard")), std::string(chess::startpos_fen) + " then e2e4\n");
}

TEST_F(Engines, DescriptorsOfCallsAndOfAnEndAreUnderstood) {
  const std::string tool = program("tool", "test \"$1\" = --depth=3 && echo 8902");
  const std::string call =
      file("call.json", R"({"launch": "call", "arguments": ["--depth={depth}", "{fen}"]})");
  EXPECT_EQ(start(tool, call)->ask(startpos(3)).total, Count(8902));

  const std::string talker =
      program("ends",
              "while read -r line; do case $line in count*) echo 'Nodes: 7'; sleep 0.1; "
              "echo 'Nodes: 20'; echo over ;; esac; done");
  const std::string talk =
      file("talk.json", R"({"setup": ["fen {fen}"], "question": "count", "end": "^over$"})");
  EXPECT_EQ(start(talker, talk)->ask(startpos(1)).total, Count(20));
}

TEST_F(Engines, DescriptorErrorsNameFileAndField) {
  const auto error_of = [&](const std::string& text) -> std::string {
    const std::string name = file("bad.json", text);
    try {
      engines::find_protocol(name);
    } catch (const InputError& error) {
      const std::string what = error.what();
      EXPECT_TRUE(what.starts_with(name + ": ")) << what;
      return what.substr(std::min(what.size(), name.size() + 2));
    }
    ADD_FAILURE() << text;
    return "";
  };
  EXPECT_EQ(error_of("{"), "is not a JSON object");
  EXPECT_EQ(error_of("[]"), "is not a JSON object");
  EXPECT_EQ(error_of("{}"), "'question' is missing");
  EXPECT_EQ(error_of(R"({"question": "x"})"), "'setup' is missing");
  EXPECT_EQ(error_of(R"({"launch": "call"})"), "'arguments' is missing");
  EXPECT_EQ(error_of(R"({"launch": "shout"})"),
            "'launch' is 'shout', expected one of session, call");
  EXPECT_EQ(error_of(R"({"questoin": "x"})"), "'questoin' is not a field of a protocol");
  EXPECT_EQ(error_of(R"({"question": 3})"), "'question' is not a string");
  EXPECT_EQ(error_of(R"({"question": "a\nb"})"), "'question' has a line end");
  EXPECT_EQ(error_of(R"({"setup": "x"})"), "'setup' is not a list of strings");
  EXPECT_EQ(error_of(R"({"setup": [7]})"), "'setup' is not a list of strings");
  EXPECT_EQ(error_of(R"({"divides": "x"})"), "'divides' is neither true nor false");
  EXPECT_EQ(error_of(R"({"branch": "("})"), "'branch' '(' is no regular expression");
  EXPECT_EQ(error_of(R"({"total": "x"})"), "'total' has 0 groups, expected 1");
  EXPECT_THROW(engines::find_protocol(path("none.json")), InputError);
  EXPECT_THROW(engines::find_protocol("smoke signals"), InputError);
}

// ---- when an answer is finished ----

TEST_F(Engines, APingEndsAnAnswerWithoutTotal) {
  const PerftAnswer answer =
      answering("echo 'e2e4: 20'; sleep 0.8; echo 'd2d4: 21'")->ask(startpos(2));
  EXPECT_EQ(answer.total, Count(41));
}

TEST_F(Engines, AReplyToThePingBeforeTheAnswerEndsNothing) {
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

TEST_F(Engines, AReplyToThePingAmidTheAnswerEndsNothing) {
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

TEST_F(Engines, SilenceEndsAnAnswerAndIsMeasuredByThePauses) {
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

TEST_F(Engines, WhatIsSaidUnaskedIsNoAnswer) {
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

// ---- hostile engines ----

TEST_F(Engines, WhatCannotStartSaysWhy) {
  expect(start_failure("/no/such/engine"), FaultKind::cannot_start,
         "cannot be started: no such program");
  expect(start_failure(" "), FaultKind::cannot_start, "cannot be started: no program named");
  expect(start_failure(file("text", "x")), FaultKind::cannot_start,
         "cannot be started: no such program");
  const EngineFault error = start_failure(program("quits", "echo 'no licence' >&2; exit 4"));
  expect(error, FaultKind::cannot_start, "ended with exit status 4");
  EXPECT_THAT(error.output(), ElementsAre("no licence"));
  expect(start_failure("/bin/sleep 1000", "uci", brief), FaultKind::no_answer,
         "gives no answer to uci within 0.5 s");
}

TEST_F(Engines, DeathIsToldWithStatusOrSignal) {
  const EngineFault error = failure_of("echo 'e2e4: 1'; echo 'assertion failed' >&2; exit 3");
  expect(error, FaultKind::died, "ended with exit status 3");
  EXPECT_THAT(error.output(), Contains("assertion failed"));
  EXPECT_THAT(error.output(), Contains("e2e4: 1"));
  expect(failure_of("kill -SEGV $$"), FaultKind::died, "was ended by signal 11");
  expect(failure_of("exec >&-; sleep 1000"), FaultKind::died, "closed its output");
  // A child that holds the pipe does not hide that the engine is dead.
  expect(failure_of("sleep 1000 & exit 5"), FaultKind::died, "ended with exit status 5");
}

TEST_F(Engines, AnAnswerBeforeTheEndCounts) {
  const auto running = answering("exec <&-; echo 'Nodes searched: 20'; exit 3");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
    running->restart();
  }
}

TEST_F(Engines, AfterAFailureItStartsAfresh) {
  const auto running = answering("if test $n = 48; then exit 3; fi; echo \"Nodes searched: $n\"");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
  expect(failure_of(*running, kiwipete(1)), FaultKind::died, "ended with exit status 3");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(20));
}

TEST_F(Engines, RestartForgets) {
  const auto running = answering("k=x$k; echo \"Nodes searched: ${#k}\"");
  EXPECT_EQ(running->ask(startpos(1)).total, Count(1));
  EXPECT_EQ(running->ask(startpos(1)).total, Count(2));
  running->restart();
  EXPECT_EQ(running->ask(startpos(1)).total, Count(1));
}

TEST_F(Engines, SilenceAndChatterAreNoAnswer) {
  expect(failure_of("sleep 1000", brief), FaultKind::no_answer,
         "gives no answer to go perft 1 within 0.5 s");
  expect(failure_of("while sleep 0.05; do echo 'info string busy'; done", brief),
         FaultKind::no_answer, "gives no answer to go perft 1 within 0.5 s");
  expect(failure_of("trap '' TERM INT HUP; while :; do sleep 1; done", brief), FaultKind::no_answer,
         "gives no answer to go perft 1 within 0.5 s");
}

TEST_F(Engines, FloodsFillNeitherMemoryNorTime) {
  expect(failure_of("yes 'info string'"), FaultKind::no_answer,
         "has no answer to go perft 1 among its first 10000 lines");
  expect(failure_of("tr '\\0' x </dev/zero"), FaultKind::malformed,
         "writes a line of more than 65536 bytes without an end");
  // On standard error nobody minds, however much it is.
  EXPECT_EQ(
      answering("head -c 3000000 /dev/zero >&2; echo 'Nodes searched: 5'")->ask(startpos(1)).total,
      Count(5));
}

TEST_F(Engines, RubbishIsQuotedSoThatItCanBePrinted) {
  const EngineFault error =
      failure_of("printf 'a\\0b\\377\\033[31m\\n'; echo 'Nodes searched: -5'");
  expect(error, FaultKind::malformed, "answers 'Nodes searched: -5' to go perft 1");
  EXPECT_THAT(error.output(), Contains("a\\x00b\\xff\\x1b[31m"));
  expect(failure_of("echo 'Nodes searched: 340282366920938463463374607431768211456'"),
         FaultKind::malformed,
         "answers 'Nodes searched: 340282366920938463463374607431768211456' to go perft 1");
  expect(failure_of("echo \"Unknown command: 'go perft'\""), FaultKind::malformed,
         "answers 'Unknown command: 'go perft'' to go perft 1");
  expect(failure_of("echo 'e2e4: 340282366920938463463374607431768211455'; echo 'd2d4: 1'"),
         FaultKind::malformed, "answers go perft 1 with a sum beyond 128 bits");
  EXPECT_THAT(failure_of("seq 100 120; exit 1").output(), SizeIs(10));
}

TEST_F(Engines, ARefusedPositionIsNotCounted) {
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
  expect(failure_of(*running, question), FaultKind::malformed,
         "says 'Illegal move: e2e4' when a position is set up");
}

TEST_F(Engines, AnEngineThatDoesNotReadIsNotWaitedForForEver) {
  const std::atomic<bool> stop = false;
  engines::Process process({"/bin/sleep", "1000"}, stop);
  const auto deadline = engines::Process::Clock::now() + std::chrono::milliseconds(300);
  auto event = engines::Process::Event::done;
  for (int i = 0; i < 1000 && event == engines::Process::Event::done; ++i)
    event = process.write_line(std::string(1000, 'x'), deadline);
  EXPECT_EQ(event, engines::Process::Event::quiet);
  // The guard holds no end of the pipes: a dead reader is noticed.
  engines::Process gone({"/bin/true"}, stop);
  EXPECT_EQ(gone.exit_status(engines::Process::Clock::now() + std::chrono::seconds(20)), 0);
  EXPECT_EQ(gone.write_line("x", engines::Process::Clock::now() + std::chrono::seconds(20)),
            engines::Process::Event::ended);
}

TEST_F(Engines, WaitingEndsWhenStopGoesUp) {
  const auto running = answering("sleep 1000");
  stop_ = true;
  expect(failure_of(*running), FaultKind::stopped, "was stopped");
}

TEST_F(Engines, CallsThatGoWrongAreToldApart) {
  const auto failure = [&](const std::string& commands, Seconds timeout = ample) {
    return failure_of(*start(program("tool", commands), "count", timeout));
  };
  expect(failure("echo 20; exit 3"), FaultKind::died, "ended with exit status 3");
  expect(failure("kill -KILL $$"), FaultKind::died, "was ended by signal 9");
  expect(failure("sleep 1000", brief), FaultKind::no_answer, "does not end within 0.5 s");
  expect(failure("echo 20; exec >&- 2>&-; sleep 1000", brief), FaultKind::died,
         "closed its output");
  expect(failure("echo hello"), FaultKind::malformed, "writes no count at depth 1");
  expect(failure("echo Total: -7"), FaultKind::malformed, "answers 'Total: -7' at depth 1");
  expect(failure("yes"), FaultKind::no_answer, "writes more than 10000 lines");
  expect(failure("tr '\\0' x </dev/zero"), FaultKind::malformed,
         "writes a line of more than 65536 bytes without an end");
  EXPECT_EQ(start(program("fine", "printf '1,234\\r'"), "count")->ask(startpos(1)).total,
            Count(1234));
  const auto checker = start(program("checker", "exit 7"), "expect");
  PerftQuestion question = startpos(1);
  question.expected = Count(20);
  expect(failure_of(*checker, question), FaultKind::died, "ended with exit status 7");
}

TEST_F(Engines, NothingIsLeftRunning) {
  const std::string forks = "echo $$ >" + path("engine") + "; sleep 1000 & echo $! >" +
                            path("child") + "; echo 'Nodes searched: 20'";
  answering(forks)->ask(startpos(1));
  for (const char* who : {"engine", "child"}) EXPECT_TRUE(is_gone(path(who))) << who;
}

TEST_F(Engines, NothingIsLeftRunningWhenPlylabIsKilled) {
  const std::string script =
      engine("Forks", "sleep 1000 & echo $! >" + path("child") + "; echo $$ >" + path("engine") +
                          "; kill -KILL $PPID; sleep 1000");
  EXPECT_EQ(
      testing::plylab({"bench", "perft", "--depths", "1,1,1,1,1,1", "--engine", script}).status,
      128 + SIGKILL);
  for (const char* who : {"engine", "child"}) EXPECT_TRUE(is_gone(path(who))) << who;
}

// ---- which protocol is it? ----

TEST_F(Engines, TheProtocolIsFoundOutByTrying) {
  const auto found = [&](const std::string& command) {
    return engines::detect_protocol(command, stop_).name;
  };
  EXPECT_EQ(found(honest()), "uci");
  EXPECT_EQ(found(engine("Wrong", "echo 'Nodes searched: 7'")), "uci");

  const auto talker = [&](const std::string& name, const std::string& cases) {
    return program(name, "while read -r line; do case $line in " + cases + " esac; done");
  };
  const std::string uci = "uci) echo uciok ;; isready) echo readyok ;; ";
  EXPECT_EQ(found(talker("p", uci + "perft*) echo 'total 5' ;; go*) echo 'bestmove e2e4' ;;")),
            "uci-perft");
  EXPECT_EQ(found(talker("d", uci + "divide*) echo 'e2e4 5' ;; go*|perft*) echo 'Unknown command' "
                                    ";;")),
            "uci-divide");
  EXPECT_EQ(found(talker("x",
                         "protover*) echo 'feature ping=1 done=1' ;; ping*) echo \"pong "
                         "${line#ping }\" ;; perft*) echo 'Nodes: 5' ;;")),
            "xboard");
  EXPECT_EQ(found(program("tree",
                          "test $# = 2 || exit 2; test $1 -lt 9 || exit 2; echo 'e2e4 5'; "
                          "echo; echo 5")),
            "perftree");
  EXPECT_EQ(found(program("count", "case $1 in */*) echo \"answer ${#1}\" ;; *) exit 2 ;; esac")),
            "count");
}

TEST_F(Engines, WhatSpeaksNoProtocolIsToldWithAllThatWasTried) {
  const EngineFault error = start_failure(program("usage", "echo 'version 7'"), "auto");
  expect(error, FaultKind::cannot_start,
         "answers by no known protocol; tried uci (ended with exit status 0), perftree (writes no "
         "count at depth 2), count (its counts do not depend on the position)");
  expect(start_failure("/no/such/engine", "auto"), FaultKind::cannot_start,
         "cannot be started: no such program");
}

// ---- real engines ----

class RealEngines : public Engines, public ::testing::WithParamInterface<const char*> {};

TEST_P(RealEngines, AreUnderstood) {
  if (!testing::find_program(GetParam()))
    GTEST_SKIP() << GetParam() << " is not installed; ./lab test installs it";
  const auto running = start(GetParam(), "auto");
  EXPECT_THAT(running->name(), HasSubstr("tockfish"));
  EXPECT_TRUE(running->abilities().chess960);
  const PerftAnswer answer = running->ask(kiwipete(3));
  EXPECT_EQ(answer.total, Count(97862));
  EXPECT_EQ(answer.branches.size(), 48U);
  // Both castling moves of a Chess960 position, then standard chess again.
  const PerftQuestion question = chess960_question();
  const PerftAnswer with_castling = running->ask(question);
  EXPECT_EQ(with_castling.total, Count(26));
  EXPECT_THAT(with_castling.branches, Contains(ReportedBranch{"e1b1", Count(1)}));
  EXPECT_THAT(with_castling.branches, Contains(ReportedBranch{"e1g1", Count(1)}));
  const PerftAnswer standard = running->ask(kiwipete(1));
  EXPECT_THAT(standard.branches, Contains(ReportedBranch{"e1c1", Count(1)}));
}

INSTANTIATE_TEST_SUITE_P(Debian, RealEngines, ::testing::Values("stockfish", "fairy-stockfish"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "stockfish" ? "Stockfish"
                                                                           : "FairyStockfish";
                         });

TEST_F(Engines, FairyStockfishSpeaksXboardToo) {
  if (!testing::find_program("fairy-stockfish"))
    GTEST_SKIP() << "fairy-stockfish is not installed; ./lab test installs it";
  const auto running = start("fairy-stockfish", "xboard");
  EXPECT_THAT(running->name(), HasSubstr("Fairy-Stockfish"));
  PerftQuestion question = startpos(3);
  question.moves = {{chess::e2, chess::e4}};
  EXPECT_EQ(running->ask(question).total, Count(13160));
  EXPECT_EQ(running->ask(kiwipete(2)).total, Count(2039));
  EXPECT_EQ(running->ask(chess960_question()).total, Count(26));
  EXPECT_EQ(running->ask(kiwipete(2)).total, Count(2039));
}

}  // namespace
}  // namespace plylab
