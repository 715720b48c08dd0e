// The program as its users meet it: command lines in, text and exit status out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "gen/base/files.h"
#include "tests/support/kernels.h"
#include "tests/support/process.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::report_of;
using ::testing::StartsWith;
using testing::TemporaryFile;

constexpr const char* pos3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

TEST(Command, DividesSideBySide) {
  const Finished finished =
      plylab({"divide", "--depth", "2", "--gen", "all", "--fen", pos3, "--threads", "1"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, StartsWith("Divide 2: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n"
                                       "\n"
                                       "move   mailbox  x88  bitboard\n"
                                       "-----  -------  ---  --------\n"
                                       "a5a4        15   15        15\n"
                                       "a5a6        15   15        15\n"
                                       "b4a4        15   15        15\n"
                                       "b4b1        16   16        16\n"
                                       "b4b2        16   16        16\n"
                                       "b4b3        15   15        15\n"
                                       "b4c4        15   15        15\n"
                                       "b4d4        15   15        15\n"
                                       "b4e4        15   15        15\n"
                                       "b4f4         2    2         2\n"
                                       "e2e3        15   15        15\n"
                                       "e2e4        16   16        16\n"
                                       "g2g3         4    4         4\n"
                                       "g2g4        17   17        17\n"
                                       "total      191  191       191\n"));
  EXPECT_EQ(finished.err, "");
}

TEST(Command, CountsOnePathOfNoMoves) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--stats"}, {"--hash", "1"}, {"--no-bulk"}}) {
    std::vector<std::string> call{"perft", "--depth", "0", "--gen", "all", "--fen", "kiwipete"};
    call.insert(call.end(), more.begin(), more.end());
    const auto report = report_of(call);
    ASSERT_EQ(report["tables"][0]["rows"].size(), 3U);
    for (const auto& row : report["tables"][0]["rows"]) EXPECT_EQ(row["leaves"], 1);
  }
  // Mated: there is no move, but there is the empty path.
  EXPECT_EQ(report_of({"perft", "--depth", "0", "--fen",
                       "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"})["tables"][0]["rows"][0]["leaves"],
            1);
}

// All games of tic-tac-toe are over after nine moves.
TEST(Command, ChoosesATableForManyLeaves) {
  const auto run = [](const std::string& depth, std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {"perft", "--game", "tictactoe", "--early", "count", "--depth", depth});
    return plylab(more).out;
  };
  const std::string chosen =
      "chosen for 10^9 or more expected leaves, while --hash 0 walks every path";
  EXPECT_THAT(run("10,11"),
              AllOf(HasSubstr("transposition table of 64 MiB"), HasSubstr(chosen),
                    HasSubstr("identified by the packed position"), HasSubstr("255168")));
  EXPECT_THAT(run("9,9"), Not(HasSubstr("transposition table")));
  EXPECT_THAT(run("10", {"--hash", "0"}), Not(HasSubstr("transposition table")));
  EXPECT_THAT(run("10", {"--no-bulk"}), Not(HasSubstr("transposition table")));
  EXPECT_THAT(run("10", {"--hash", "1"}),
              AllOf(HasSubstr("transposition table of 1 MiB"), Not(HasSubstr(chosen))));
}

TEST(Command, CountsTheDepthsAskedFor) {
  const auto depths = [](const std::string& asked, const std::string& from = "startpos") {
    std::vector<int> counted;
    const bool is_suite = from == "perft";
    const auto report =
        report_of({"perft", "--depth", asked, is_suite ? "--suite" : "--fen", from});
    for (const auto& row : report["tables"][0]["rows"])
      if (!is_suite || counted.size() < 2) counted.push_back(row["depth"]);
    return counted;
  };
  EXPECT_EQ(depths("3"), (std::vector{1, 2, 3}));
  EXPECT_EQ(depths("2..4"), (std::vector{2, 3, 4}));
  EXPECT_EQ(depths("0,3"), (std::vector{0, 3}));
  EXPECT_EQ(depths("1..2", "perft"), (std::vector{1, 2}));
}

TEST(Command, WritesItsReportToSeveralFiles) {
  const std::string log = testing::temporary("log.txt"), checks = testing::temporary("checks.xml");
  const std::vector<std::string> call{"perft", "--suite", "perft", "--depth", "1",
                                      "-o",    "-",       "-f",    "github",  "-o",
                                      log,     "-o",      checks,  "--table", "perft,none"};
  EXPECT_EQ(plylab(call).err, "plylab: --table: no 'none'; there is perft\n");
  const Finished run = plylab({call.begin(), call.end() - 2});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("plylab has checked 90: 0 failed"));
  EXPECT_THAT(read_file(log), StartsWith("Perft\n"));
  EXPECT_THAT(read_file(checks), StartsWith("<?xml"));
  EXPECT_EQ(plylab({call.begin(), call.end() - 2}).status, 0);  // replaces its own files
  EXPECT_EQ(plylab({"perft", "--depth", "1", "-o", log, "-o", log}).err,
            "plylab: --out and --out name the same file, '" + log + "'\n");
  EXPECT_THAT(plylab({"search", "--depth", "1", "-o", checks}).err,
              StartsWith("plylab: --out: junit shows checks, and this command makes none"));
}

TEST(Command, RefusesNoBulkWithStatistics) {
  const auto run = plylab({"perft", "--depth", "2", "--stats", "--no-bulk"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "plylab: --no-bulk: is for counts without --stats\n");
}

TEST(Command, CountsWithStatisticsInJson) {
  const auto report = report_of({"perft", "--depth", "4", "--gen", "all", "--stats"});
  EXPECT_EQ(report["schema"], "plylab-report");
  EXPECT_EQ(report["schema_version"], 1);
  EXPECT_EQ(report["complete"], true);
  EXPECT_THAT(report["provenance"]["command"].get<std::string>(), HasSubstr("perft --depth 4"));
  const auto& counts = report["tables"][0]["rows"];
  ASSERT_EQ(counts.size(), 12U);
  EXPECT_EQ(counts[11]["leaves"], 197281);
  const auto& statistics = report["tables"][1]["rows"];
  EXPECT_EQ(statistics[11]["checks"], 469);
  const auto split = report_of({"perft", "--depth", "4", "--stats", "--convention", "split"});
  EXPECT_EQ(split["tables"][1]["rows"][3]["checks"], 461);
}

TEST(Command, NamesTheConventionOfMoves) {
  const std::string men = "B:W14,15,22,23:BK10";
  for (const char* command : {"perft", "divide", "search"}) {
    const auto of = [&](const char* convention) {
      const auto report = report_of({command, "--game", "checkers", "--position", men, "--depth",
                                     "1", "--convention", convention});
      std::string notes;
      for (const auto& note : report["tables"][0]["notes"]) notes += note.get<std::string>() + '\n';
      return notes;
    };
    EXPECT_THAT(of("paths"), HasSubstr("convention paths: ")) << command;
    EXPECT_THAT(of("merged"), HasSubstr("convention merged: ")) << command;
  }
  const auto merged = report_of(
      {"perft", "--game", "checkers", "--position", men, "--depth", "1", "--convention", "merged"});
  EXPECT_EQ(merged["tables"][0]["rows"][0]["leaves"], 1);
  // A position that names its convention itself
  const std::string said = men + " merged";
  EXPECT_EQ(plylab({"perft", "--game", "checkers", "--position", said, "--depth", "1",
                    "--convention", "merged"})
                .status,
            0);
  const Finished other = plylab(
      {"perft", "--game", "checkers", "--position", said, "--depth", "1", "--convention", "paths"});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err, "plylab: --convention: '" + said + "' says merged, not paths\n");
  const Finished finished = plylab({"divide", "--convention", "split"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("--convention: chess has only one"));
}

TEST(Command, SuggestsNoStatisticsWithoutConventions) {
  for (const std::string game : {"reversi", "tictactoe", "synthetic-tree", "explicit-tree"}) {
    const std::vector<std::string> perft = {"perft", "--game",       game,  "--depth",
                                            "2",     "--convention", "wiki"};
    const Finished finished = plylab(perft);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err, "plylab: --convention: " + game + " has no conventions\n");
  }
}

TEST(Command, ComparesASuiteWithItsStatedCounts) {
  EXPECT_EQ(plylab({"perft", "--suite", "perft", "--depth", "3", "--gen", "all"}).status, 0);
  const TemporaryFile wrong(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 401\n");
  const Finished finished = plylab({"perft", "--suite", wrong.path(), "--depth", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("bitboard counts 400 at depth 2, the suite states 401"));
}

TEST(Command, ComparesEveryStatedCountOfARecord) {
  const TemporaryFile wrong(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 21 ;D2 400 ;D3 8903 ;D4 197281\n");
  const auto report = report_of({"perft", "--suite", wrong.path(), "--depth", "4", "--stats"}, 1);
  const auto& perft = report["tables"][0];
  ASSERT_EQ(perft["rows"].size(), 3U);  // what is wrong, and the deepest
  for (const int row : {0, 1, 2}) {
    const int depth = std::array{1, 3, 4}[row];
    EXPECT_EQ(perft["rows"][row]["depth"], depth);
    EXPECT_EQ(report["tables"][1]["rows"][row]["depth"], depth);
  }
  EXPECT_THAT(perft["notes"].dump(),
              AllOf(HasSubstr("bitboard counts 20 at depth 1, the suite states 21"),
                    HasSubstr("bitboard counts 8902 at depth 3, the suite states 8903"),
                    Not(HasSubstr("depth 2")), Not(HasSubstr("depth 4"))));
}

TEST(Command, SolvesAndSums) {
  const auto report = report_of({"solve", "--suite", "demo", "--depth", "3", "--algo", "pvs"});
  EXPECT_EQ(report["tables"][0]["name"], "side_by_side");
  const auto& summary = report["tables"][1]["rows"][0];
  EXPECT_EQ(summary["positions"], 14);
  EXPECT_GE(summary["solved"], 8);
}

// What was asked comes first, and fits 100 columns; the rest is there for whoever wants it.
TEST(Command, SolvesInShort) {
  const std::vector<std::string> solve = {"solve", "--suite", "bratko-kopec", "--depth", "2"};
  const auto shown = [&](std::vector<std::string> more) {
    more.insert(more.begin(), solve.begin(), solve.end());
    return plylab(more).out;
  };
  const std::string text = shown({"--algo", "pvs,alphabeta", "--quiet"});
  EXPECT_THAT(text, StartsWith("Side by side\n"));
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    if (!line.starts_with("* ")) {
      EXPECT_LE(line.size(), 100U) << line;
    }
  EXPECT_LE(count, 50U);
  for (const char* table : {"\nSolutions\n", "\nCosts\n", "\nFaults\n"})
    EXPECT_THAT(text, Not(HasSubstr(table)));
  EXPECT_THAT(shown({"--detail"}), AllOf(HasSubstr("\nSolutions\n"), HasSubstr("\nCosts\n"),
                                         Not(HasSubstr("\nFaults\n"))));
}

TEST(Command, WritesOneCleanTable) {
  const Finished csv =
      plylab({"perft", "--depth", "2", "--table", "perft", "--format", "csv", "-q"});
  EXPECT_THAT(csv.out, StartsWith("position,generator,depth,leaves,"));
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 3);
  const Finished wrong = plylab({"perft", "--depth", "2", "--table", "perf"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.err, "plylab: --table: no 'perf'; did you mean perft?\n");
  EXPECT_EQ(wrong.out, "");  // refused before the count
}

TEST(Command, LeavesOutWhatIsEmptyAndExplainsTheRest) {
  const std::string text = plylab({"perft", "--depth", "2", "--quiet", "--legend"}).out;
  EXPECT_THAT(text, Not(HasSubstr("expected")));
  EXPECT_THAT(text, HasSubstr("\n* leaves: "));
  EXPECT_THAT(text, Not(HasSubstr("plylab 0.")));
  EXPECT_THAT(plylab({"perft", "--depth", "2"}).out, HasSubstr("\n$ "));
}

TEST(Command, ListsWhatThereIs) {
  const Finished finished = plylab({"list"});
  for (const char* name :
       {"mailbox", "x88", "bitboard", "magic", "minimax", "alphabeta", "pvs", "negascout",
        "material", "pst", "generation", "canonical", "captures", "hash", "bratko-kopec", "seeds"})
    EXPECT_THAT(finished.out, HasSubstr(name));
#ifdef __x86_64__
  EXPECT_THAT(finished.out, HasSubstr("pext"));
#endif
}

TEST(Command, ListsTheConventionsOfMovesAndStatistics) {
  const auto names = [](const std::string& game, const std::string& list) {
    std::string all;
    const auto rows = testing::rows_of(report_of({"list", "--game", game, list}), list);
    for (const auto& row : rows)
      all += row["name"].get<std::string>() + (row.contains("of") ? " of " : "") +
             row.value("of", "") + '\n';
    return all;
  };
  EXPECT_EQ(names("chess", "conventions"),
            "wiki of statistics\nsplit of statistics\nall of statistics\n");
  EXPECT_EQ(names("checkers", "conventions"), "paths of moves\nmerged of moves\n");
  EXPECT_EQ(names("tictactoe", "conventions"), "");
  EXPECT_EQ(names("tictactoe", "statistics"), "wins\ndraws\n");
}

TEST(Command, TakesTheForcedKernel) {
  const auto listed = report_of({"list", "kernels"});
  for (const auto& row : listed["tables"][0]["rows"]) {
    const std::string kernel = row["name"];
    const Finished forced =
        plylab({"list", "kernels", "--format", "json"}, {{"PLYLAB_KERNEL", kernel}});
    if (!row["runs"]) {
      EXPECT_EQ(nlohmann::json::parse(forced.err)["error"],
                "PLYLAB_KERNEL: this CPU cannot run the kernel '" + kernel + "'");
      continue;
    }
    const auto relisted = nlohmann::json::parse(forced.out);
    for (const auto& now : relisted["tables"][0]["rows"])
      EXPECT_EQ(now["used"], now["name"] == kernel);
    // The report of a count names the kernel that ran.
    const auto report = report_of({"perft", "--depth", "3", "--kernel", kernel});
    EXPECT_EQ(report["tables"][0]["rows"][2]["leaves"], 8902);
    EXPECT_EQ(report["tables"][0]["notes"][0], "bitboard ran with the kernel " + kernel);
  }
  EXPECT_EQ(plylab({"list", "kernels"}, {{"PLYLAB_KERNEL", "avx1024"}}).err,
            "plylab: PLYLAB_KERNEL: no 'avx1024'; " + testing::chess_kernels + '\n');
}

}  // namespace
}  // namespace plylab
