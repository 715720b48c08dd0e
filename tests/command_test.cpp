// The program as its users meet it: command lines in, text and exit status out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "gen/read_file.h"
#include "reports/format.h"
#include "tests/support/process.h"

namespace plylab {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using ::testing::StartsWith;

constexpr const char* pos3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

nlohmann::json json_of(std::vector<std::string> arguments, int status = 0) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Finished finished = plylab(arguments);
  EXPECT_EQ(finished.status, status) << finished.err;
  return nlohmann::json::parse(finished.out);
}

/// A file that lives as long as the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content, const std::string& name = "suite")
      : path_(std::filesystem::temp_directory_path() /
              ("plylab_test_" + std::to_string(getpid()) + name + ".epd")) {
    std::ofstream(path_) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::string path_;
};

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

TEST(Command, CountsWithStatisticsInJson) {
  const auto report = json_of({"perft", "--depth", "4", "--gen", "all", "--stats"});
  EXPECT_EQ(report["schema"], "plylab-report");
  EXPECT_EQ(report["schema_version"], 1);
  EXPECT_EQ(report["complete"], true);
  EXPECT_THAT(report["provenance"]["command"].get<std::string>(), HasSubstr("perft --depth 4"));
  const auto& counts = report["tables"][0]["rows"];
  ASSERT_EQ(counts.size(), 12U);
  EXPECT_EQ(counts[11]["leaves"], 197281);
  const auto& statistics = report["tables"][1]["rows"];
  EXPECT_EQ(statistics[11]["checks"], 469);
  const auto split = json_of({"perft", "--depth", "4", "--stats", "--convention", "split"});
  EXPECT_EQ(split["tables"][1]["rows"][3]["checks"], 461);
}

TEST(Command, NamesTheConventionThatTellsMovesApart) {
  const std::string position = "B:W14,15,22,23:BK10";
  for (const char* command : {"perft", "divide", "search"}) {
    const auto of = [&](const char* convention) {
      const auto report = json_of({command, "--game", "checkers", "--position", position, "--depth",
                                   "1", "--convention", convention});
      std::string notes;
      for (const auto& note : report["tables"][0]["notes"]) notes += note.get<std::string>() + '\n';
      return notes;
    };
    EXPECT_THAT(of("paths"), HasSubstr("convention paths: ")) << command;
    EXPECT_THAT(of("merged"), HasSubstr("convention merged: ")) << command;
  }
  const auto merged = json_of({"perft", "--game", "checkers", "--position", position, "--depth",
                               "1", "--convention", "merged"});
  EXPECT_EQ(merged["tables"][0]["rows"][0]["leaves"], 1);
  const Finished finished = plylab({"divide", "--convention", "split"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("--convention: there is but one for the moves of chess"));
}

TEST(Command, ComparesASuiteWithItsStatedCounts) {
  EXPECT_EQ(plylab({"perft", "--suite", "perft", "--depth", "3", "--gen", "all"}).status, 0);
  const TemporaryFile wrong(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20 ;D2 401\n");
  const Finished finished = plylab({"perft", "--suite", wrong.path(), "--depth", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("bitboard counts 400 at depth 2, the suite states 401"));
}

TEST(Command, SearchesTheCrossProduct) {
  const auto report = json_of({"search", "--gen", "all", "--depth", "3", "--fen", pos3});
  const auto& rows = report["tables"][0]["rows"];
  ASSERT_EQ(rows.size(), 14U * 3U);
  for (const auto& row : rows) {
    EXPECT_EQ(row["value"], rows[0]["value"]);
    EXPECT_EQ(row["depth"], 3);
  }
  EXPECT_EQ(rows[0]["nodes"], 14 + 191 + 2812 + 1);  // minimax: perft's sum and the root
}

TEST(Command, MarksASearchThatOutgrowsItsMemoryAndTellsTheRest) {
  const auto report =
      json_of({"search", "--algo", "alphabeta,sss", "--depth", "7", "--fen", "startpos"});
  const auto& summary = report["tables"][0];
  EXPECT_EQ(report["complete"], true);
  EXPECT_EQ(summary["rows"][0]["depth"], 7);
  EXPECT_EQ(summary["rows"][1]["depth"], 5);
  EXPECT_EQ(summary["notes"][0],
            "startpos, sss: depth 6 is incomplete: more than 4000000 nodes would have to be kept");
  const TemporaryFile suite(
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"array\";\n");
  const auto solved = json_of({"solve", "--algo", "sss", "--depth", "7", "--suite", suite.path()});
  EXPECT_EQ(solved["tables"][1]["rows"][0]["depth"], 5);
  EXPECT_EQ(solved["tables"][1]["notes"][0],
            "array, sss: goes no deeper: more than 4000000 nodes would have to be kept");
  const Finished match = plylab({"match", "--search", "a=alphabeta", "--search", "b=sss", "--depth",
                                 "6", "--games", "2", "--max-moves", "1"});
  EXPECT_EQ(match.status, 0) << match.err;
}

// People read the summary in a terminal of 80 columns.
TEST(Command, SummarisesSearchesInEightyColumns) {
  const Finished finished = plylab(
      {"search", "--algo", "all", "--gen", "all", "--depth", "2", "--suite", "bratko-kopec"});
  EXPECT_EQ(finished.status, 0);
  std::istringstream lines(finished.out.substr(0, finished.out.find("\n* ")));
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  EXPECT_LE(widest, 80U);
  EXPECT_GT(widest, 60U);
}

TEST(Command, TracesTheSearchesOfTheRoot) {
  const auto report =
      json_of({"search", "--algo", "mtdf", "--depth", "4", "--trace", "--minimal", "--fen", pos3});
  const auto& trace = report["tables"][0];
  EXPECT_EQ(trace["name"], "trace");
  std::set<std::string> bounds;
  for (const auto& row : trace["rows"]) bounds.insert(row["bound"].get<std::string>());
  EXPECT_EQ(bounds, (std::set<std::string>{"++", "--"}));
  EXPECT_EQ(report["tables"][1]["notes"][0], "mtdf with table=64");
  EXPECT_GE(report["tables"][3]["rows"][0]["to_tree"], 0.1);
}

TEST(Command, SolvesAndSums) {
  const auto report = json_of({"solve", "--suite", "demo", "--depth", "3", "--algo", "pvs"});
  const auto& summary = report["tables"][2]["rows"][0];
  EXPECT_EQ(summary["positions"], 14);
  EXPECT_GE(summary["solved"], 8);
}

TEST(Command, ListsWhatThereIs) {
  const Finished finished = plylab({"list"});
  for (const char* name :
       {"mailbox", "x88", "bitboard", "pext", "magic", "minimax", "alphabeta", "pvs", "negascout",
        "material", "pst", "generation", "canonical", "captures", "hash", "bratko-kopec", "seeds"})
    EXPECT_THAT(finished.out, HasSubstr(name));
}

TEST(Command, TakesTheForcedKernel) {
  const auto listed = json_of({"list", "kernels"});
  for (const auto& row : listed["tables"][0]["rows"]) {
    const std::string kernel = row["name"];
    const Finished forced =
        plylab({"list", "kernels", "--format", "json"}, {{"PLYLAB_KERNEL", kernel}});
    if (!row["runs"]) {
      EXPECT_EQ(forced.err,
                "plylab: PLYLAB_KERNEL: this CPU cannot run the kernel '" + kernel + "'\n");
      continue;
    }
    const auto relisted = nlohmann::json::parse(forced.out);
    for (const auto& now : relisted["tables"][0]["rows"])
      EXPECT_EQ(now["used"], now["name"] == kernel);
    // The report of a count names the kernel that ran.
    const auto report = json_of({"perft", "--depth", "3", "--kernel", kernel});
    EXPECT_EQ(report["tables"][0]["rows"][2]["leaves"], 8902);
    EXPECT_EQ(report["tables"][0]["notes"][0], "bitboard ran with the kernel " + kernel);
  }
  EXPECT_EQ(plylab({"list", "kernels"}, {{"PLYLAB_KERNEL", "avx1024"}}).err,
            "plylab: PLYLAB_KERNEL: no 'avx1024'; there are avx512, avx2, pext, magic\n");
}

struct Misuse {
  std::vector<std::string> arguments;
  std::string message;
};

TEST(Command, RefusesWrongUseInOneLine) {
  const TemporaryFile empty("", "empty"), work("my notes", "work");
  const Misuse cases[] = {
      {{"perft", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, "FEN: White has no king"},
      {{"perft", "--gen", "foo"}, "--gen: no 'foo'; there are mailbox, x88, bitboard"},
      {{"search", "--algo", "abc"},
       "--algo: no 'abc'; there are minimax, alphabeta-hard, alphabeta-soft, pvs-hard, pvs-soft, "
       "negascout-1983, negascout-1989, negascout-soft, scout, aspiration, mtdf, mt-sss, mt-dual, "
       "sss, selective"},
      {{"search", "--algo", "alphabeta,pvs", "--with", "futility,null"},
       "null, futility: can change the value, so that the values of several searches cannot be "
       "compared; choose one search, or leave it out"},
      {{"perft", "--kernel", "mmx"}, "--kernel: no 'mmx'; there are avx512, avx2, pext, magic"},
      {{"search", "--order", "best"},
       "--order: no 'best'; there are generation, canonical, captures, see, gain, hash, default"},
      {{"search", "--eval", "nn"},
       "--eval: no 'nn'; there are material, pst, mobility, random, positional"},
      {{"perft", "--format", "xml"}, "--format: no 'xml'; there are text, json, csv, markdown"},
      {{"perft", "--suite", "/no/such.epd"},
       "cannot read '/no/such.epd': No such file or directory"},
      {{"perft", "--suite", empty.path()}, empty.path() + ": no usable position"},
      {{"perft", "--out", "/no/such/dir/x.json", "--depth", "60"},  // before the work
       "cannot write '/no/such/dir/x.json': No such file or directory"},
      {{"perft", "--out", "/", "--depth", "60"}, "cannot write '/': Is a directory"},
      {{"perft", "--out", work.path(), "--depth", "60"},
       "--out: '" + work.path() + "' is there already, and is no report of plylab"},
      {{"search", "--runs", empty.path(), "--out", empty.path()},
       "--out and --runs name the same place"},
      {{"search", "--runs", "k", "--out", "./k"}, "--out and --runs name the same place"},
      {{"lint", "demo", "--fix", work.path()}, "--fix: '" + work.path() + "' is there already"},
      {{"perft", "--depth", "0"}, "--depth: Value 0 not in range 1 to 60"},
      {{"perft", "--depht", "3"}, "unknown option '--depht'; did you mean --depth?"},
      {{"perft", "--zzz"}, "unknown option '--zzz'"},
      {{"perf"}, "unknown command 'perf'; did you mean perft?"},
      {{"bench", "search"}, "unknown command 'search'"},
      {{"demo", "now"}, "unknown argument 'now'"},
      {{"list", "colours"},
       "list: no 'colours'; there are games, generators, kernels, searches, evaluations, "
       "orderings, switches, solvers, suites, trees, documents"},
  };
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
  EXPECT_EQ(read_file(work.path()), "my notes");
}

TEST(Command, ReplacesItsOwnReportsOnly) {
  const TemporaryFile file("");
  for (const char* format : {"text", "json", "csv", "markdown", "text"}) {
    const Finished finished =
        plylab({"perft", "--depth", "2", "--format", format, "--out", file.path()});
    EXPECT_EQ(finished.status, 0) << finished.err;
    EXPECT_TRUE(reports::is_report(read_file(file.path()))) << format;
  }
  std::ofstream(file.path(), std::ios::app) << "What I make of it: nothing.\n";
  EXPECT_EQ(plylab({"perft", "--depth", "2", "--out", file.path()}).status, 2);
}

TEST(Command, WritesToStandardOutputWhatItCannotWriteElsewhere) {
  const Finished full = plylab({"perft", "--out", "/dev/full", "--depth", "3"});
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(full.err, "plylab: cannot write '/dev/full': No space left on device\n");
  EXPECT_THAT(full.out, HasSubstr("8902"));
  const Finished closed =
      testing::run_process("/bin/sh", {"-c", "\"$0\" perft --depth 60 >&-", PLYLAB_PROGRAM});
  EXPECT_EQ(closed.status, 2);
  EXPECT_EQ(closed.err, "plylab: cannot write to standard output: Bad file descriptor\n");
}

#ifndef PLYLAB_SANITIZED  // which needs more addresses than are left here
TEST(Command, RefusesThreadsThatAreNotToBeHad) {
  for (const char* command : {"perft --depth 60 --threads 1024", "divide --depth 12 --threads 1024",
                              "bench perft --no-engine --threads 1024"}) {
    const Finished finished = testing::run_process(
        "/bin/sh", {"-c", std::string("ulimit -v 4000000; \"$0\" ") + command, PLYLAB_PROGRAM});
    EXPECT_EQ(finished.status, 2) << command;
    EXPECT_EQ(finished.err,
              "plylab: 1024 threads are not to be had: Resource temporarily unavailable\n");
    EXPECT_EQ(finished.out, "");
  }
}
#endif

TEST(Command, SaysWhichLineOfASuiteIsWrongAndUsesTheRest) {
  const TemporaryFile suite(
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"good\";\n"
      "6k1/5ppp/9/8/8/8/8/R3K3 w - - bm Ra8#; id \"bad\";\n"
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Rb8; id \"illegal\";\n");
  const Finished finished = plylab({"solve", "--suite", suite.path(), "--depth", "2"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("good"));
  EXPECT_THAT(finished.err, HasSubstr(suite.path() + ":2: FEN: rank 6 has '9', which is no piece"));
  EXPECT_THAT(finished.err, HasSubstr(suite.path() + ":3: bm: 'Rb8' is not a legal move"));
}

TEST(Command, EndsOnCtrlCWithWhatIsKnown) {
  const Finished finished = testing::run_process(
      "/bin/sh", {"-c", "\"$0\" perft --depth 9 --threads 2 & sleep 1; kill -INT $!; wait $!",
                  PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
  EXPECT_THAT(finished.out, HasSubstr("197281"));  // depth 4 was done by then
  EXPECT_EQ(finished.err, "");                     // no progress line in a pipe
}

TEST(Command, EndsOnTimeoutWithWhatIsKnown) {
  const Finished finished =
      testing::run_process("/bin/sh", {"-c", "timeout 1 \"$0\" perft --depth 9", PLYLAB_PROGRAM});
  EXPECT_EQ(finished.status, 124);  // of timeout, which sends SIGTERM twice
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
}

// Half of the time goes into the minimal trees, so that some of these signals come there.
TEST(Command, EndsInTheSearchOfTheMinimalTreeWithWhatIsKnown) {
  for (const char* seconds : {"0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"}) {
    const Finished finished = testing::run_process(
        "/bin/sh",
        {"-c",
         "timeout \"$1\" \"$0\" search --algo alphabeta --depth 9 --minimal --nodes 3000000 "
         "--suite bratko-kopec --format json",
         PLYLAB_PROGRAM, seconds});
    EXPECT_EQ(finished.status, 124) << finished.err;
    EXPECT_EQ(finished.err, "");
    const auto report = nlohmann::json::parse(finished.out);
    EXPECT_EQ(report["complete"], false);
    EXPECT_FALSE(report["tables"][0]["rows"].empty());
  }
}

TEST(Command, Demonstrates) {
  const Finished finished = plylab({"demo"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("every generator's count equals the published one"),
                                  HasSubstr("all searches return the same value"),
                                  HasSubstr("equally many nodes with every generator"),
                                  HasSubstr("14 of 14 solved"), Not(HasSubstr("WRONG"))));
}

}  // namespace
}  // namespace plylab
