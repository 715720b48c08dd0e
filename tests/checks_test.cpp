// The commands whose reports have checks, in the formats junit and github.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using testing::plylab;
using ::testing::StartsWith;
using testing::TemporaryFile;

constexpr const char* position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

Finished github(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "github"});
  return plylab(arguments);
}

TEST(Checks, OfPerftAreCounts) {
  const TemporaryFile suite(std::string(position) + " ;D1 14 ;D2 190 ;D3 x\n" + position +
                            " id \"b\";\n");
  const Finished finished = github({"perft", "--suite", suite.path(), "--depth", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out,
            "plylab has checked 5: 2 failed, 2 skipped\n"
            "::error file=" +
                suite.path() +
                ",line=1,title=line 1%2C depth 2%2C bitboard::line 1: "
                "bitboard counts 191 at depth 2, the suite states 190\n"
                "::warning file=" +
                suite.path() +
                ",line=2,title=b%2C depth 1%2C bitboard and 1 more::nothing to compare with: the "
                "suite states no count\n::error file=" +
                suite.path() + ",line=1,title=line 1 can be read::D3: no count\n");
  const Finished all = github({"perft", "--suite", "perft", "--depth", "2", "--gen", "all"});
  EXPECT_EQ(all.status, 0);
  EXPECT_THAT(all.out, MatchesRegex("plylab has checked [0-9]+: 0 failed, 0 skipped\n"));
}

TEST(Checks, OfVerifyArePositionsAndStatedCounts) {
  const TemporaryFile suite(std::string(position) + " id \"a\"; D1 14; D2 191;\n" +
                            "4k3/8/8/8/8/8/8/4K2R w K - id \"b\"; D1 16;\n");
  const std::string engine = PLYLAB_WRONG_ENGINE " --fault pins-on-ranks-forgotten";
  const std::vector<std::string> verify{"verify", "--engine", engine, "--suite", suite.path()};
  const Finished finished = github(verify);
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out,
              AllOf(StartsWith("plylab has checked 3: 2 failed, 0 skipped\n::error file="),
                    HasSubstr(",line=1,title=a::perft(1) is 15, right is 14: fault 1 lies in "),
                    HasSubstr("%0A  position  8/2p5"),
                    HasSubstr(",line=2,title=b D1::the suite states 16 at depth 1, right is 15")))
      << finished.out;
  std::vector<std::string> junit = verify;
  junit.insert(junit.end(), {"--format", "junit"});
  EXPECT_THAT(plylab(junit).out, HasSubstr("tests=\"3\" failures=\"2\""));
}

TEST(Checks, OfVerifyNameAnEngineThatFails) {
  const Finished finished =
      github({"verify", "--engine", PLYLAB_WRONG_ENGINE " --fault none --protocol count",
              "--protocol", "uci", "--timeout", "0.2", "--fen", "startpos"});
  EXPECT_NE(finished.status, 0);
  const Finished game = github({"verify", "--game", "reversi", "--engine", "false", "--protocol",
                                "perftree", "--depth", "2"});
  EXPECT_NE(game.status, 0);
}

TEST(Checks, OfLintAreFindingsAndRecordsWithout) {
  const TemporaryFile suite(std::string(position) + " bm Rb1; id \"a\";\n" + position +
                            " bm Qh5; id \"b\";\n4k3/8/8/8/8/8/8/4K2R w K - bm Kd1; id \"c\";\n");
  const Finished finished = github({"lint", suite.path(), "--level", "error"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.out,
            "plylab has checked 4: 2 failed, 0 skipped\n::error file=" + suite.path() +
                ",line=2,title=line 2 move::error: bm: 'Qh5' is not a legal move\n::error file=" +
                suite.path() +
                ",line=2,title=line 2 duplicate_position::warning: the position of line 1 again, "
                "with another goal\n")
      << "a warning that is not shown fails, too, as the exit status says";
}

TEST(Checks, OfCompareAreTablesOrGates) {
  const auto counted = [](const char* depth) {
    return plylab({"perft", "--depth", depth, "--format", "json"}).out;
  };
  const TemporaryFile a(counted("3"), "a", ".json"), b(counted("2"), "b", ".json");
  const Finished same = github({"compare", a.path(), a.path()});
  EXPECT_EQ(same.status, 0);
  EXPECT_EQ(same.out, "plylab has checked 1: 0 failed, 0 skipped\n");
  const Finished other = github({"compare", a.path(), b.path()});
  EXPECT_EQ(other.status, 1);
  EXPECT_EQ(other.out,
            "plylab has checked 1: 1 failed, 0 skipped\n::error title=equal in the table "
            "perft::0 of 4 cells differ; 1 rows only in A, 0 only in B\n");
  const Finished gate =
      github({"compare", a.path(), a.path(), "--fail-if", "leaves >= 1 baseline"});
  EXPECT_EQ(gate.status, 1);
  EXPECT_THAT(gate.out, HasSubstr("::error title=leaves >= 1 baseline"));
}

TEST(Checks, OfMatchArePlayersAndTheTest) {
  const auto match = [](const std::string& sprt) {
    return github({"match", "--search", "minimax", "--search", "other=alphabeta", "--game",
                   "tictactoe", "--depth", "9", "--games", "20", "--sprt", sprt});
  };
  const Finished undecided = match("elo0=0,elo1=5");
  EXPECT_EQ(undecided.status, 0);
  EXPECT_THAT(undecided.out,
              AllOf(StartsWith("plylab has checked 3: 0 failed, 1 skipped\n::warning title=minimax "
                               "against other%3A elo0=0%2Celo1=5"),
                    HasSubstr("::undecided after 10 pairs of games: +")));
}

TEST(Checks, FailWithATestThatAcceptsH0) {
  const Finished finished =
      github({"match", "--search", "weak=pvs", "--search", "strong=pvs", "--limits", "weak:depth 1",
              "--limits", "strong:depth 5", "--max-moves", "80", "--games", "100", "--sprt",
              "elo0=0,elo1=200,alpha=0.4,beta=0.4"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("::H0 is accepted after "));
}

// CI.md says of each command when its exit status is 1.
TEST(ExitStatuses, AreOnOnePage) {
  std::ifstream file(PLYLAB_SOURCE_DIR "/reports/CI.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string help = plylab({}).out;
  std::istringstream commands(help.substr(help.find(" COMMAND\n") + 9));
  int found = 0;
  for (std::string line; std::getline(commands, line) && line != "Options:";) {
    if (!line.starts_with("  ") || line[2] == ' ') continue;  // a heading, or a description goes on
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    EXPECT_THAT(page.substr(page.find("## Exit statuses")), HasSubstr('`' + name + '`'));
    ++found;
  }
  EXPECT_GT(found, 20);
  const std::string version = plylab({"--version"}).out.substr(7);
  const std::string number = version.substr(0, version.find(' '));
  EXPECT_THAT(page, AllOf(HasSubstr("plylab@v" + number), HasSubstr("plylab_" + number + "_")));
}

TEST(Checks, AreRefusedWhereThereAreNone) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"search", "--depth", "2"}, {"divide"}, {"list"}})
    for (const std::string format : {"junit", "github"}) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {"--format", format});
      const Finished finished = plylab(arguments);
      EXPECT_EQ(finished.status, 2);
      EXPECT_EQ(finished.out, "");
      EXPECT_EQ(finished.err,
                "plylab: --format: " + format +
                    " shows checks, and this command makes none (plylab help ci says which "
                    "do)\n");
    }
  EXPECT_EQ(github({"perft", "--depth", "1", "--table", "perft"}).err,
            "plylab: --table: github shows checks, and no table\n");
}

}  // namespace
}  // namespace plylab
