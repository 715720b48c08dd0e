// plylab verify as its users meet it: real engines, wrong engines by every protocol, hostile ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/cases.h"
#include "tests/support/fake_engines.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::report_of;
using testing::rows_of;

const std::string many = std::to_string(testing::cases(20'000));

std::string wrong_engine(const std::string& fault, const std::string& protocol = "uci") {
  return PLYLAB_WRONG_ENGINE " --fault " + fault + " --protocol " + protocol;
}

class VerifyCommand : public testing::FakeEngines {};

void expect_agreement(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "verify");
  const auto summary = rows_of(report_of(arguments), "summary").at(0);
  // Tools that are called cannot say whether they know Chess960, and are spared it.
  EXPECT_EQ(summary.at("agrees").get<int>() + summary.at("unsupported").get<int>(),
            summary.at("positions"));
  EXPECT_GT(summary.at("agrees"), summary.at("unsupported"));
}

class RealEngine : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!testing::find_program(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  }
};

TEST_P(RealEngine, AgreesOnTheSuite) { expect_agreement({"--engine", GetParam()}); }

TEST_P(RealEngine, AgreesOnRandomPositions) {
  expect_agreement({"--engine", GetParam(), "--random", many, "--jobs", "2"});
}

TEST_P(RealEngine, AgreesOnRandomChess960) {
  expect_agreement({"--engine", GetParam(), "--random", "1000", "--chess960"});
}

INSTANTIATE_TEST_SUITE_P(Debian, RealEngine, ::testing::Values("stockfish", "fairy-stockfish"));

TEST_F(VerifyCommand, SaysThatAnAnswerIsAlwaysTheSame) {
  const Finished finished = plylab({"verify", "--engine", program("twenty", "echo 20"),
                                    "--protocol", "count", "--fen", "startpos"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("it answers 20 whatever it is asked"));
  EXPECT_THAT(finished.out, Not(HasSubstr("table of counts")));
  // It is also right for the normal array, and for the position before.
  for (const char* protocol : {"count", "uci"})
    for (const char* fen : {"kiwipete", "pos3"}) {
      const std::string twenty = protocol == std::string("uci")
                                     ? engine("twenty", "echo 'Nodes searched: 20'")
                                     : program("twenty", "echo 20");
      const Finished run = plylab({"verify", "--engine", twenty, "--protocol", protocol, "--fen",
                                   "startpos", "--fen", fen, "--depth", "1"});
      EXPECT_THAT(run.out, HasSubstr("it answers 20 whatever it is asked")) << protocol << fen;
    }
}

TEST_F(VerifyCommand, TellsEqualDeathsTogether) {
  const Finished run =
      plylab({"verify", "--engine", program("dies", "exit 1"), "--protocol", "count"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Failure: it ended with exit status 1\n  found in  "));
  EXPECT_EQ(run.out.find("Failure: "), run.out.rfind("Failure: ")) << run.out;
}

// It is called for each question; only its first answer about the second position is wrong. The
// first position has shown that it is quick, so that the deepest question comes first.
TEST_F(VerifyCommand, SaysThatACalledProgramAnswersByChance) {
  const std::string once = path("once");
  const std::string moody =
      program("moody", "case $1 in 8/2p5*) test -e " + once + " || { touch " + once +
                           "; echo 7; exit; };; esac\nexec " PLYLAB_WRONG_ENGINE
                           " --protocol count \"$@\"");
  const Finished finished = plylab({"verify", "--engine", moody, "--protocol", "count", "--fen",
                                    "startpos", "--fen", "pos3", "--depth", "3"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("Odd answer: chance: when asked the same question again, it "
                                      "is right\n"));
  EXPECT_THAT(finished.out, HasSubstr("  answer    7, right is 2812\n"));
}

// A program that is started for each question costs a start each. The first position shows that it
// is quick; it is then asked for the deepest counts only.
TEST_F(VerifyCommand, AsksAQuickCalledProgramOnceAPosition) {
  const std::string calls = path("calls");
  const std::string counted = program(
      "counted", "echo >> " + calls + "\nexec " PLYLAB_WRONG_ENGINE " --protocol count \"$@\"");
  expect_agreement({"--engine", counted, "--protocol", "count", "--fen", "startpos", "--fen",
                    "pos3", "--fen", "pos4", "--depth", "3"});
  std::ifstream log(calls);
  int number = 0;
  for (std::string line; std::getline(log, line);) ++number;
  EXPECT_EQ(number, 5);
}

TEST_F(VerifyCommand, KeepsWhatASlowCalledProgramIsRightAbout) {
  const auto slow = [&](const std::string& fault) {
    return program(
        fault, "test \"$2\" -lt 3 || sleep 60\nexec " + wrong_engine(fault, "count") + " \"$@\"");
  };
  const std::vector<std::string> how{"--protocol", "count", "--timeout", "2",     "--depth",
                                     "3",          "--fen", "kiwipete",  "--fen", "pos3"};
  const auto verify = [&](const std::string& engine) {
    std::vector<std::string> arguments{"verify", "--engine", engine};
    arguments.insert(arguments.end(), how.begin(), how.end());
    return plylab(arguments);
  };
  const Finished right = verify(slow("none"));
  EXPECT_EQ(right.status, 1) << right.err;
  EXPECT_THAT(right.out, HasSubstr("\n  agrees    to depth 2\n"));
  EXPECT_THAT(verify(slow("castling-through-check")).out, HasSubstr("Fault 1 lies in"));
}

TEST_F(VerifyCommand, SaysHowToDescribeLinesThatAreHalfRead) {
  const std::string own =
      engine("own",
             "test $n = 48 && for m in $moves; do echo \"$m: 1\"; done; echo 'Castling e1g1 makes "
             "1'; echo 'Castling e1c1 makes 1'; echo 'Nodes searched: 48'");
  const std::string moves =
      "moves='a2a3 a2a4 b2b3 g2g3 g2g4 d5d6 g2h3 d5e6 c3b1 c3d1 c3a4 c3b5 e5d3 e5c4 e5g4 e5c6 e5g6 "
      "e5d7 e5f7 d2c1 d2e3 d2f4 d2g5 d2h6 e2d1 e2f1 e2d3 e2c4 e2b5 e2a6 a1b1 a1c1 a1d1 h1f1 h1g1 "
      "f3d3 f3e3 f3g3 f3h3 f3f4 f3g4 f3f5 f3h5 f3f6 e1d1 e1f1'";
  const std::string half = program("half", moves + "\n" + testing::content(own));
  const Finished run = plylab(
      {"verify", "--engine", half, "--protocol", "uci", "--fen", "kiwipete", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("Odd answer: what plylab can read of its answer is right, but "
                                 "lacks e1c1, e1g1; a line that it cannot read is 'Castling e1"));
  EXPECT_THAT(run.out, HasSubstr("--protocol FILE.json (see plylab help protocols)"));
  EXPECT_THAT(run.out, Not(HasSubstr("Fault 1")));
}

// Some moves in a program's own form, with and without a total: it is right, and half read.
TEST_F(VerifyCommand, AccusesNoProgramOfMovesInItsOwnForm) {
  int number = 0;
  const auto verdict_on = [&](const std::string& change, const std::string& total) {
    const std::string own = program(
        fmt::format("own{}", ++number),
        fmt::format(PLYLAB_PROGRAM " divide --fen \"$1\" --depth \"$2\" --format csv --table "
                                   "divide --quiet | sed '1d; s/,/: /; {}; {}'",
                    total, change));
    return plylab({"verify", "--engine", own, "--protocol", "count", "--fen",
                   "r3k2r/1P6/8/3pPp2/8/1N6/8/R3K2R w KQkq f6 0 2", "--depth", "1"})
        .out;
  };
  for (const std::string change :
       {"s/^e1g1:/castle kingside:/; s/^e1c1:/castle queenside:/",
        "s/^e1g1:/<O-O>:/; s/^e1c1:/<O-O-O>:/", "s/^b3c1:/knight b3 c1:/",
        "s/^\\(b7..\\)b:/\\1=Bishop:/; s/^\\(b7..\\)n:/\\1=Knight:/"})
    for (const std::string total : {"s/^total/Total/", "/^total/d"}) {
      const std::string said = verdict_on(change, total);
      EXPECT_THAT(said, Not(HasSubstr("Fault 1"))) << change << ' ' << total;
      EXPECT_THAT(said, HasSubstr("what plylab can read of its answer is right")) << change;
    }
  for (const std::string own :
       {"e5f6ep", "e5f6 ep", "e5xf6ep", "exf6ep", "e5f6 (en passant)", "e5f6E"})
    for (const std::string total : {"s/^total/Total/", "/^total/d"})
      EXPECT_THAT(verdict_on("s/^e5f6:/" + own + ":/", total),
                  AllOf(Not(HasSubstr("Fault 1")), Not(HasSubstr("Odd"))))
          << own;
}

// What was not read may be the moves that are missing: the total is told as wrong, and nothing
// else.
TEST_F(VerifyCommand, NamesNoCauseWhereTheWrongMovesCouldNotBeRead) {
  const std::string twice = program(
      "twice", wrong_engine("castling-listed-twice", "perftree") +
                   " \"$2\" \"$1\" | sed 's/^e1g1/castle kingside:/; s/^e1c1/castle queenside:/'");
  const Finished run = plylab({"verify", "--engine", twice, "--protocol", "count", "--fen",
                               "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("its total 28 is wrong, right is 26"));
  EXPECT_THAT(run.out, HasSubstr("a line that it cannot read is 'castle "));
  EXPECT_THAT(run.out, Not(HasSubstr("Fault 1")));
}

TEST_F(VerifyCommand, TakesAMoveBesideARightTotalForNoList) {
  int number = 0;
  for (const std::string line : {"[3/48] e2a6", "move 3: e2a6", "3/48 Bxa6", "1. e4"}) {
    const std::string noisy =
        program(fmt::format("noisy{}", ++number),
                fmt::format("echo '{}'; exec {} \"$@\"", line, wrong_engine("none", "count")));
    expect_agreement(
        {"--engine", noisy, "--protocol", "count", "--fen", "kiwipete", "--depth", "2"});
  }
}

// The answer is right without them.
// The total is right; a divide that does not add up to it is wrong nevertheless.
TEST_F(VerifyCommand, TakesFewLinesThatOnlyLookLikeRootMovesForNoDivide) {
  const auto status_with = [&](const std::string& name, const std::string& change) {
    const std::string changed = program(
        name,
        PLYLAB_PROGRAM
            " divide --depth \"$1\" --fen \"$2\" ${3:+--moves \"$3\"} --format csv --table divide "
            "--quiet | sed '1d; s/,/ /; s/total //' | " +
            change);
    return plylab({"verify", "--engine", changed, "--protocol", "perftree", "--fen", "kiwipete",
                   "--depth", "2"})
        .status;
  };
  EXPECT_EQ(status_with("total", "{ echo h1 12; echo e2e4 30; tail -n 1; }"), 0);
  EXPECT_EQ(status_with("shifted", "awk 'NF == 2 { $2 += 1 } { print }'"), 1);
}

TEST_F(VerifyCommand, AccusesNoProgramOfLinesThatOnlyLookLikeRootMoves) {
  for (const std::string line :
       {"e2a6 1 of 48 done", "e2a6 2 percent", "e2a6 3 moves left", "e2a6: 44 nodes, 2 %", "h8 7",
        "a1 1 2 3 4", "b4 5 times", "e2e4 1 of 20", "e2e4 12"}) {
    const std::string honest = program(
        "strays",
        "echo '" + line +
            "'\n" PLYLAB_PROGRAM
            " divide --depth \"$1\" --fen \"$2\" ${3:+--moves \"$3\"} --format csv --table divide "
            "--quiet | sed '1d; s/,/ /; s/total //'");
    const Finished run = plylab({"verify", "--engine", honest, "--protocol", "perftree", "--fen",
                                 "kiwipete", "--depth", "2"});
    EXPECT_EQ(run.status, 0) << line << run.out << run.err;
  }
}

// What engines print about time, rates and progress beside an answer is no count.
TEST_F(VerifyCommand, AccusesNoProgramThatPrintsRates) {
  const std::string noise =
      "echo 'Toy 1.2 (c) 2019'; echo 'Time: 12 ms'; echo '1234567 leaves/s'; ";
  const std::string after =
      "; echo '123456 nodes/s'; echo '123,456 positions per second'; echo '5 nodes pruned'";
  for (const std::string protocol : {"count", "perftree"})
    expect_agreement(
        {"--engine",
         program("noisy_" + protocol, noise + wrong_engine("none", protocol) + " \"$@\"" + after),
         "--protocol", protocol, "--fen", "startpos", "--fen", "kiwipete", "--depth", "2"});
  const std::string uci = program(
      "noisy",
      wrong_engine("none") +
          " | while read -r line; do case $line in 'Nodes searched'*) "
          "echo '9 nodes/s'; echo \"$line\"; echo '9 nodes per second';; *) echo \"$line\";; "
          "esac; done");
  expect_agreement({"--engine", uci, "--protocol", "uci", "--fen", "kiwipete", "--depth", "2"});
}

TEST_F(VerifyCommand, SaysSoonThatAProgramOnlyRepeats) {
  for (const char* protocol : {"auto", "uci", "xboard"}) {
    const Finished run =
        plylab({"verify", "--engine", "cat", "--protocol", protocol, "--fen", "startpos"});
    EXPECT_EQ(run.status, 2) << protocol;
    EXPECT_THAT(run.err, HasSubstr("only repeats what it is sent")) << protocol;
  }
  const Finished run = plylab(
      {"verify", "--engine", "echo", "--protocol", "count", "--fen", "startpos", "--depth", "1"});
  EXPECT_THAT(run.out, HasSubstr("Failure: it only repeats its arguments\n"));
}

class ByProtocol : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(ByProtocol, TheWrongMoveIsNamedWithItsReason) {
  const auto& [protocol, spoken] = GetParam();
  const auto report = report_of(
      {"verify", "--engine", wrong_engine("ep-rank-pin-ignored", spoken), "--protocol", protocol},
      1);
  const auto move = rows_of(report, "wrong_moves").at(0);
  EXPECT_EQ(move.at("move"), "d5e6");
  EXPECT_EQ(move.at("wrong"), "extra");
  EXPECT_EQ(move.at("rule"), "en_passant_discovers");
  EXPECT_EQ(move.at("why"), "d5xe6 e.p. is illegal: it opens the fifth rank to the rook on h5");
  const auto fault = rows_of(report, "faults").at(0);
  EXPECT_EQ(fault.at("kind"), "move_generation");
  EXPECT_EQ(fault.at("depth"), 1);
}

TEST_P(ByProtocol, AnHonestEngineAgrees) {
  const auto& [protocol, spoken] = GetParam();
  expect_agreement({"--engine", wrong_engine("none", spoken), "--protocol", protocol});
}

INSTANTIATE_TEST_SUITE_P(
    All, ByProtocol,
    ::testing::Values(std::pair("auto", "uci"), std::pair("uci", "uci"),
                      std::pair("uci-perft", "uci-perft"), std::pair("uci-divide", "uci-divide"),
                      std::pair("xboard", "xboard"), std::pair("xboard-divide", "xboard"),
                      std::pair("perftree", "perftree"), std::pair("count", "count")));

TEST_F(VerifyCommand, DistinguishesFaultsOfMakeFromFaultsOfGeneration) {
  const Finished run = plylab({"verify", "--engine", wrong_engine("rook-move-keeps-right"), "--fen",
                               "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "--depth", "3"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.out, HasSubstr("Fault 1 lies in making moves: castling right Q should be gone: "
                                 "the rook has left a1 (Ra1-"));
  EXPECT_THAT(run.out, HasSubstr("  extra     e1c1    O-O-O is illegal"));
}

TEST_F(VerifyCommand, ShowsPathPositionBoardAndMoves) {
  const Finished run = plylab({"verify", "--engine", wrong_engine("pins-forgotten"), "--fen",
                               "4r1k1/8/8/8/8/8/4N3/3K4 w - - 0 1", "--depth", "3"});
  EXPECT_EQ(run.status, 1);
  const std::string text_report = run.out.substr(0, run.out.find("\nVerified"));
  EXPECT_EQ(
      text_report,
      R"(Fault 1 lies in the move generation: Ne2-f4 is illegal: the knight is pinned to the king on e1 by the rook on e7
  found in  4r1k1/8/8/8/8/8/4N3/3K4 w - - 0 1
  from      4r1k1/8/8/8/8/8/4N3/3K4 w - - 0 1
  path      d1e1 e8e7  (1. Ke1 Re7)
  position  6k1/4r3/8/8/8/8/4N3/4K3 w - - 2 2

     8   . . . . . . k .
     7   . . . . r . . .
     6   . . . . . . . .
     5   . . . . . . . .
     4   . . . . . . . .
     3   . . . . . . . .
     2   . . . . N . . .
     1   . . . . K . . .
         a b c d e f g h

  perft(1)  10, right is 4
  extra     e2f4    Ne2-f4 is illegal: the knight is pinned to the king on e1 by the rook on e7
  extra     e2g3    Ne2-g3 is illegal: the knight is pinned to the king on e1 by the rook on e7
  extra     e2g1    Ne2-g1 is illegal: the knight is pinned to the king on e1 by the rook on e7
  extra     e2c1    Ne2-c1 is illegal: the knight is pinned to the king on e1 by the rook on e7
  extra     and 2 more by the rule pinned
  usually   pins are not looked for on this line, or not applied to this kind of move
)");
}

TEST_F(VerifyCommand, DistinguishesChanceFromFaults) {
  for (const char* fault : {"counts-at-random", "branches-lost-at-random"}) {
    const Finished run = plylab({"verify", "--engine", wrong_engine(fault)});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Fault 1 lies in chance: after a fresh start it answers the "
                                   "same questions differently"));
    EXPECT_THAT(run.out, HasSubstr("\n  again     "));
    EXPECT_THAT(run.out, Not(HasSubstr("Fault 2")));
  }
}

TEST_F(VerifyCommand, ReportsEveryKindOfHostileEngine) {
  const auto failure = [](const std::string& engine) {
    const auto report = report_of(
        {"verify", "--protocol", "uci", "--engine", engine, "--timeout", "0.4", "--fen", "startpos",
         "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "--depth", "1"},
        1);
    const auto failures = rows_of(report, "failures");
    EXPECT_EQ(failures.size(), 2U) << "it goes on with the next position";
    EXPECT_EQ(failures.at(0).at("depth"), 1);
    return failures.at(0).at("failure").get<std::string>() + ": " +
           failures.at(0).at("what").get<std::string>();
  };
  EXPECT_THAT(failure(engine("hangs", "sleep 60")), HasSubstr("no_answer: "));
  EXPECT_THAT(failure(engine("crashes", "kill -SEGV $$")), HasSubstr("died: was ended by signal"));
  EXPECT_THAT(failure(engine("leaves", "echo 'cannot do this'; exit 3")),
              HasSubstr("died: ended with exit status 3"));
  EXPECT_THAT(failure(engine("halfway", "echo a2a3: 1; echo 'a2a4: '; exit 0")), HasSubstr("died"));
  EXPECT_THAT(failure(engine("floods", "yes rubbish")), Not(HasSubstr("died")));
}

TEST_F(VerifyCommand, NamesTheWrongMoveOfAnEngineThatIsTooSlowForMore) {
  const std::string divide =
      "test \"$rest\" = 'perft 1' || sleep 60; for m in a2a3 a2a5 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 "
      "e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1a3 b1c3 g1f3 g1h3; do echo $m: 1; done; echo "
      "'Nodes searched: 20'";
  const auto verify = [&](const std::string& engine) {
    const Finished run = plylab({"verify", "--protocol", "uci", "--engine", engine, "--timeout",
                                 "0.4", "--fen", "startpos", "--depth", "1"});
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("Fault 1 lies in the move generation"));
    // The second has not shown that it is wrong, too, when the position is reached by a move.
    EXPECT_THAT(run.out, HasSubstr("\n  extra     a2a5    a2-a5 is illegal: "));
    EXPECT_THAT(run.out, HasSubstr("\n  missing   a2a4    "));
    return run.out;
  };
  EXPECT_THAT(verify(engine("slow", divide)), Not(HasSubstr("  but  ")));
  // This one answers only once.
  const std::string asked = path("asked");
  EXPECT_THAT(
      verify(engine("tired", "test -e " + asked + " && sleep 60; touch " + asked + "; " + divide)),
      HasSubstr("  but       during the search for the cause it gives no answer"));
}

TEST_F(VerifyCommand, NamesMissingPromotionsByCounts) {
  const Finished run = plylab({"verify", "--protocol", "count", "--engine",
                               wrong_engine("promotion-to-queen-only", "count"), "--fen",
                               "8/4P3/8/8/8/k7/8/K7 w - - 0 1", "--depth", "1"});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\n  missing   e7e8r   "));
  EXPECT_THAT(run.out, HasSubstr("\n  missing   e7e8n   "));
}

TEST_F(VerifyCommand, SaysHowLongItWaited) {
  const auto report =
      report_of({"verify", "--protocol", "perftree", "--engine", program("hangs", "sleep 60"),
                 "--timeout", "0.4", "--fen", "startpos", "--depth", "2"},
                1);
  EXPECT_EQ(rows_of(report, "failures").at(0).at("depth"), 1);
  EXPECT_GE(rows_of(report, "summary").at(0).at("seconds"), 0.3);
}

TEST_F(VerifyCommand, RecognisesAnswersToOtherQuestions) {
  const auto remark = [](const std::string& engine) {
    const Finished run = plylab(
        {"verify", "--protocol", "uci", "--engine", engine, "--fen", "startpos", "--fen",
         "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "--fen",
         "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "--depth", "1"});
    EXPECT_EQ(run.status, 1) << run.err;
    return run.out;
  };
  EXPECT_THAT(
      remark(engine("deaf",
                    "test \"$rest\" = 'perft 1' && n=20 || n=400; echo \"Nodes searched: $n\"")),
      HasSubstr("for the initial position: it ignores the FEN"));
  EXPECT_THAT(remark(engine("late", "echo \"Nodes searched: ${last:-$n}\"; last=$n")),
              HasSubstr("the right one"));
}

TEST_F(VerifyCommand, RejectsImpossibleOptions) {
  const auto line = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"verify"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Finished run = plylab(all);
    EXPECT_EQ(run.status, 2) << run.out;
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  EXPECT_THAT(line({"--engine", "/no/such/engine"}), HasSubstr("no such program"));
  EXPECT_THAT(line({}), HasSubstr("--engine"));
  EXPECT_THAT(line({"--engine", "true", "--protocol", "uci"}), HasSubstr("'true'"));
  EXPECT_THAT(line({"--engine", wrong_engine("none"), "--protocol", "smoke"}), HasSubstr("smoke"));
  EXPECT_THAT(line({"--engine", wrong_engine("none"), "--fen", "8/8/8 w - -"}), HasSubstr("FEN"));
  EXPECT_THAT(line({"--engine", wrong_engine("none"), "--suite", "nosuchsuite"}),
              AllOf(HasSubstr("'nosuchsuite'"), HasSubstr("bratko-kopec")));
  EXPECT_THAT(line({"--engine", wrong_engine("none"), "verify"}),
              HasSubstr("unknown argument 'verify'"));
  EXPECT_THAT(line({"--engine", wrong_engine("none"), "--seed", "2"}), HasSubstr("--random"));
}

TEST_F(VerifyCommand, LeavesOutWhatCouldNotArise) {
  const std::string suite = file("mixed.epd",
                                 "4k3/8/8/8/8/8/8/4K2R w K - id \"fine\"; D1 15;\n"
                                 "4k3/8/4N1N1/8/8/4N1N1/3N1N2/4K3 b - - id \"six knights\";\n"
                                 "4k3/8/8/8/8/8/8/8 w - - id \"no king\";\n"
                                 "4k3/8/8/8/8/8/8/4K3 w - - id \"wrong count\"; D1 6;\n");
  const Finished run = plylab({"verify", "--engine", wrong_engine("none"), "--suite", suite});
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr(":3: "));
  EXPECT_THAT(run.out, ContainsRegex("wrong count +4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1 +6 +5\n"));
}

TEST_F(VerifyCommand, HoldsEveryStatedCountAgainstTheVote) {
  const std::string suite =
      file("wrong.epd",
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D3 8903; D4 197281;\n"
           "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25;\n");
  const auto report = report_of({"verify", "--engine", wrong_engine("none"), "--suite", suite}, 1);
  const auto errors = rows_of(report, "suite_errors");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0]["position"], "line 1");
  EXPECT_EQ(errors[0]["depth"], 3);
  EXPECT_EQ(errors[0]["stated"], 8903);
  EXPECT_EQ(errors[0]["right"], 8902);
  EXPECT_EQ(rows_of(report, "summary")[0]["agrees"], 2) << "which is about the engine";
}

TEST_F(VerifyCommand, SaysThatASuiteStatesOnlyGreaterDepths) {
  const std::string suite = file("deep.epd",
                                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D4 197281;\n"
                                 "4k3/8/8/8/8/8/8/4K3 w - - D1 5; D9 17;\n"
                                 "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
  const auto said = [&](const std::vector<std::string>& more) {
    std::vector<std::string> call{"verify", "--engine", wrong_engine("none"), "--suite", suite};
    call.insert(call.end(), more.begin(), more.end());
    return plylab(call).out;
  };
  const std::string note =
      "* 1 position is compared with no count of the suite, which states only greater depths";
  EXPECT_THAT(said({"--depth", "2"}), HasSubstr(note));
  EXPECT_THAT(said({"--depth", "4"}), Not(HasSubstr("compared with no count")));
}

// No capture is legal there, which is what the engine gets wrong.
TEST_F(VerifyCommand, AsksAboutTheEnPassantSquareThatIsGiven) {
  const std::string engine = wrong_engine("ep-rank-pin-ignored", "count");
  for (const std::vector<std::string>& position :
       {std::vector<std::string>{"--fen", "8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1"},
        {"--fen", "8/4p3/8/K2P3r/8/8/8/7k b - - 0 1", "--moves", "e7e5"}}) {
    std::vector<std::string> call{"verify", "--protocol", "count", "--engine",
                                  engine,   "--depth",    "1"};
    call.insert(call.end(), position.begin(), position.end());
    const Finished run = plylab(call);
    EXPECT_EQ(run.status, 1) << run.err;
    EXPECT_THAT(run.out, HasSubstr("d5xe6 e.p. is illegal"));
  }
}

TEST_F(VerifyCommand, KeepsResultsOnCtrlC) {
  const std::string interrupting =
      engine("Interrupting", "test $n = 48 && { kill -INT " + testing::plylab_id +
                                 "; sleep 1000; }; echo \"Nodes searched: $n\"");
  const auto report = report_of({"verify", "--protocol", "uci", "--engine", interrupting, "--depth",
                                 "1", "--fen", "startpos", "--fen", "kiwipete", "--fen", "pos3"},
                                130);
  const auto summary = rows_of(report, "summary")[0];
  EXPECT_EQ(summary["agrees"], 1);
  EXPECT_EQ(summary["failed"], 0) << "to be asked to stop is no fault of the engine";
  EXPECT_EQ(summary["unasked"], 2);
}

TEST_F(VerifyCommand, EndsOnCtrlCWhilePositionsAreDrawn) {
  const Finished run = testing::run_process(
      "/bin/sh",
      {"-c", "timeout -s INT 1 \"$0\" verify --engine true --random 1000000000", PLYLAB_PROGRAM});
  EXPECT_EQ(run.status, 124);
  EXPECT_THAT(run.out, HasSubstr("incomplete"));
  EXPECT_THAT(run.out, HasSubstr("Verified: true"));
  EXPECT_THAT(run.out, HasSubstr(" of 1000000000 random positions: plylab was interrupted\n"));
}

// As in every other command, what is named adds up.
TEST_F(VerifyCommand, TakesNamedRandomAndSuitePositionsTogether) {
  const std::string suite = file("two.epd",
                                 "4k3/8/8/8/8/8/8/4K2R w K - id \"first\"; D1 15;\n"
                                 "4k3/8/8/8/8/8/8/R3K3 w Q - id \"second\"; D1 16;\n");
  const auto report = report_of({"verify", "--engine", wrong_engine("none"), "--suite", suite,
                                 "--fen", "kiwipete", "--random", "2", "--depth", "1"});
  std::vector<std::string> names;
  for (const auto& row : rows_of(report, "positions")) names.push_back(row["position"]);
  EXPECT_THAT(names, ::testing::ElementsAre("kiwipete", "random 1", "random 2", "first", "second"));
}

TEST_F(VerifyCommand, TakesSeveralSuites) {
  const std::string one = file("one.epd", "4k3/8/8/8/8/8/8/4K2R w K - id \"first\"; D1 15;\n");
  const std::string two = file("two.epd",
                               "4k3/8/8/8/8/NNNNNN2/PPPPPPPP/4K3 w - - id \"six knights\";\n"
                               "4k3/8/8/8/8/8/8/R3K3 w Q - id \"second\"; D1 16;\n");
  const auto report = report_of(
      {"verify", "--engine", wrong_engine("none"), "--suite", one, "--suite", two, "--depth", "1"});
  std::vector<std::string> names;
  for (const auto& row : rows_of(report, "positions")) names.push_back(row["position"]);
  EXPECT_THAT(names, ::testing::ElementsAre("one: first", "two: second"));
  EXPECT_EQ(rows_of(report, "left_out").at(0)["position"], "two: six knights");
  EXPECT_EQ(rows_of(report, "left_out").at(0)["suite"], two);
  EXPECT_THAT(plylab({"verify", "--engine", wrong_engine("none"), "--suite", two}).out,
              HasSubstr("Left out:\n  " + two + ":1: "));
}

}  // namespace
}  // namespace plylab
