// plylab solve with engines as contestants, as its user meets them.
#include "tests/suites/solve/solve_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab {
namespace {

using testing::content;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;

TEST_F(SolveCommand, ShowsContestantsSideBySide) {
  const Finished finished =
      plylab(command({"--engine", good(), "--engine", bad(), "--algo", "minimax", "--eval",
                      "material", "--order", "canonical", "--depth", "3"}));
  EXPECT_EQ(finished.status, 1) << finished.err;  // an engine fails
  EXPECT_THAT(finished.out, HasSubstr(R"(Side by side

position  goal           minimax   good     bad
--------  -------------  --------  -------  -------------------
mate      bm Ra8#, dm 1  16 at 1   40 at 2  Ra8#, no mate shown
array     bm e4 d4       Na3       90 at 3  died
poisoned  am Qxd5        150 at 2  70 at 2  illegal_move
solved    -              2 of 3    3 of 3   0 of 3
)"));
  EXPECT_THAT(finished.out, HasSubstr("* limits of each position: depth 3\n"));
  EXPECT_THAT(finished.out, HasSubstr(R"(Faults

position  engine  fault         what
--------  ------  ------------  ---------------------------------------
array     bad     died          ended with exit status 7
poisoned  bad     illegal_move  plays 'd1d9', which is not a legal move
)"));
}

TEST_F(SolveCommand, NamesPositionsOfSeveralSuitesByTheirs) {
  const auto rows =
      tables({"--suite", "demo", "--engine", good(), "--depth", "3"}, 1)["side_by_side"];
  ASSERT_GT(rows.size(), 4U);
  EXPECT_EQ(rows[0]["position"], "three: mate");
  EXPECT_THAT(rows[3]["position"].get<std::string>(), StartsWith("demo: "));
}

TEST_F(SolveCommand, NamesSuitesOfOneNameByTheirPaths) {
  std::filesystem::create_directory(path("other"));
  const std::string first = suite();
  const std::string second =
      file("other/three.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"mate\";\n");
  const auto rows = tables({"--suite", second, "--depth", "1"})["side_by_side"];
  EXPECT_EQ(rows[0]["position"], first + ": mate");
  EXPECT_EQ(rows[3]["position"], second + ": mate");
}

TEST_F(SolveCommand, SolvesASuiteThatIsGivenTwiceOnce) {
  const std::filesystem::path file = suite();
  for (const std::filesystem::path& path :
       {file, file.parent_path() / "." / file.filename(), std::filesystem::relative(file)}) {
    const Finished finished = plylab(command({"--suite", path, "--depth", "1"}));
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, path.string() + " is given twice, and solved once\n");
    EXPECT_THAT(finished.out, HasSubstr(" of 3\n"));
  }
}

TEST_F(SolveCommand, LeavesOutWhatNoAnswerCanSolve) {
  const std::string wrong = file("wrong.epd",
                                 "6k1/5ppp/8/8/8/8/8/R3K3 w - - dm 0;\n"
                                 "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm #1; dm 2;\n"
                                 "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n");
  const Finished finished = plylab({"solve", "--suite", wrong, "--depth", "2"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr(":1: dm 0: the side to move is not mated\n"));
  EXPECT_THAT(finished.err, HasSubstr(":2: the record states mates in 1 and in 2\n"));
  EXPECT_THAT(finished.err, ::testing::Not(HasSubstr("nothing to solve")));
  EXPECT_THAT(finished.out, HasSubstr("1 of 1"));
  EXPECT_THAT(finished.out, HasSubstr("1 of the 3 records that can be read are asked; "));
}

// As any other mate that ends a search.
TEST_F(SolveCommand, CountsAMateOfIterationZeroAsStable) {
  const auto solved = tables({"--algo", "selective", "--with", "mate-search=50", "--depth", "4",
                              "--criterion", "stable:3"})["side_by_side"];
  EXPECT_THAT(solved[0]["selective"].get<std::string>(), ::testing::EndsWith(" at 0"));
}

TEST_F(SolveCommand, OfTheShippedSuitesHaveAnswers) {
  EXPECT_EQ(plylab({"solve", "--suite", "seeds", "--suite", "bratko-kopec", "--suite", "demo",
                    "--depth", "1"})
                .status,
            0);
}

TEST_F(SolveCommand, JudgesEnginesByAllCriteria) {
  const auto of = [&](const char* criterion) {
    const auto found = tables(
        {"--engine", good(), "--engine", bad(), "--depth", "3", "--criterion", criterion}, 1);
    EXPECT_EQ(found["summary"].size(), 2U);
    EXPECT_EQ(found["summary"][0]["faults"], 0);
    EXPECT_EQ(found["summary"][1]["faults"], 2);
    return std::pair(found["summary"][0]["solved"].get<int>(),
                     found["summary"][1]["solved"].get<int>());
  };
  EXPECT_EQ(of("end"), std::pair(3, 0));
  EXPECT_EQ(of("first"), std::pair(3, 0));  // it had found e4, but died
  EXPECT_EQ(of("kept"), std::pair(3, 0));
  EXPECT_EQ(of("move"), std::pair(3, 1));  // its mate was announced wrongly, but was one
  EXPECT_EQ(of("stable:2"), std::pair(0, 0));
}

// An engine that dies has solved nothing, whatever it had written by then.
TEST_F(SolveCommand, KillsOnlyWeakenWhatIsClaimed) {
  const std::string answer =
      "info depth 1 score mate 1 nodes 9 pv a1a8\n"
      "info depth 2 score mate 1 nodes 40 pv a1a8\nbestmove a1a8\n";
  const std::string fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";
  const std::string one = file("one.epd", fen + " bm Ra8#; dm 1; id \"mate\";\n");
  for (std::size_t size = 0; size < answer.size(); size += size + 12 < answer.size() ? 5 : 1)
    for (const char* criterion : {"end", "first", "kept", "stable:1", "move"}) {
      const std::string said = file("said", answer.substr(0, size));
      const std::string dead = program("dead",
                                       "while read -r word rest; do case $word in uci) echo "
                                       "uciok ;; isready) echo readyok ;; go) cat " +
                                           said + "; exit 7 ;; esac; done");
      const auto report = testing::report_of(
          {"solve", "--suite", one, "--engine", dead, "--depth", "3", "--criterion", criterion}, 1);
      const auto found = testing::rows_of(report, "solutions")[0];
      EXPECT_EQ(found["solved"], false) << criterion << ' ' << size;
      EXPECT_EQ(found["kept"], false);
      for (const char* column : {"move", "found_at", "solved_at", "solved_in"})
        EXPECT_TRUE(found[column].is_null()) << column << ' ' << size;
      EXPECT_EQ(testing::rows_of(report, "summary")[0]["faults"], 1);
    }
}

// What a search has found is judged by any criterion.
TEST_F(SolveCommand, JudgesStoredSolutionsByAnotherCriterion) {
  const std::string runs = path("criteria.jsonl");
  for (const char* criterion : {"end", "stable:4", "first", "move"}) {
    const Finished finished = plylab(
        command({"--algo", "pvs", "--depth", "4", "--runs", runs, "--criterion", criterion}));
    EXPECT_EQ(finished.status, 0) << finished.err;
  }
}

// The keys were proved when the suite was made: a plain search finds nearly all of them.
TEST(ShippedTactics, AreFoundByAPlainSearch) {
  const auto report = testing::report_of(
      {"solve", "--suite", "tactics", "--algo", "pvs", "--quiescence", "--order", "see", "--eval",
       "material", "--with", "table=16,killers,history", "--nodes", "20000", "--table", "summary"});
  const auto& sums = report["tables"][0]["rows"][0];
  EXPECT_EQ(sums["positions"], 562);
  EXPECT_GE(sums["solved"], 545);
}

TEST_F(SolveCommand, ShowsWhatEnginesReport) {
  const auto found = tables({"--engine", "x=" + good(), "--depth", "3"});
  const auto& mate = found["solutions"][0];
  EXPECT_EQ(mate["search"], "x");
  EXPECT_EQ(mate["generator"], nullptr);
  EXPECT_EQ(mate["found_at"], 2);
  EXPECT_EQ(found["costs"][0]["value"], nullptr);
  EXPECT_EQ(found["costs"][0]["mate"], 1);  // in moves, as of the record
  EXPECT_EQ(found["costs"][0]["depth"], 2);
  EXPECT_EQ(found["solutions"][0]["found_visited"], 40);
  EXPECT_EQ(found["costs"][1]["value"], 20);
  EXPECT_EQ(found["costs"][1]["mate"], nullptr);
  EXPECT_EQ(found["suites"][0]["records"], 3);
  EXPECT_TRUE(found["faults"].empty());
}

TEST_F(SolveCommand, HasEveryLineOfThinking) {
  const auto found = tables({"--engine", "x=" + good(), "--algo", "alphabeta", "--depth", "2"});
  std::map<std::string, std::size_t> lines;
  std::uint64_t last = 0;
  for (const auto& row : found["iterations"]) {
    ++lines[row["search"]];
    if (row["search"] == "x") continue;
    if (row["depth"] == 1 && row["visited"] < last) last = 0;
    EXPECT_GE(row["visited"], last);  // since the search began
    last = row["visited"];
    EXPECT_THAT(row["line"].get<std::string>(),
                ::testing::AnyOf("", StartsWith(row["move"].get<std::string>())));
  }
  EXPECT_GE(lines["alphabeta-soft"], 5U);  // a mate at depth 1, and two positions to depth 2
  EXPECT_GE(lines["x"], 3U);
}

TEST_F(SolveCommand, SaysWhatEnginesDoNotTell) {
  const auto solved = [&](const std::string& line) {
    const std::string says = line + "; echo 'bestmove a1a8'";
    const std::string engine = solver("x", says, "echo 'bestmove e2e4'", "echo 'bestmove d1d4'");
    const auto report = testing::report_of(command({"--engine", engine, "--depth", "3"}));
    nlohmann::json named;
    for (const auto& table : report["tables"]) named[table["name"].get<std::string>()] = table;
    return named;
  };
  const auto without_nodes = solved("echo 'info depth 1 score mate 1 pv a1a8'");
  EXPECT_EQ(without_nodes["side_by_side"]["rows"][0]["x"], "solved at 1");
  EXPECT_EQ(without_nodes["side_by_side"]["rows"][1]["x"], "solved");
  EXPECT_TRUE(without_nodes["summary"]["rows"][0]["visited"].is_null());
  EXPECT_TRUE(without_nodes["costs"]["rows"][0]["visited"].is_null());
  EXPECT_TRUE(without_nodes["solutions"]["rows"][0]["found_visited"].is_null());
  const std::string notes = without_nodes["side_by_side"]["notes"].dump();
  EXPECT_THAT(notes, HasSubstr("x in 1 position: no line of thinking has a number of nodes"));
  EXPECT_THAT(notes, HasSubstr("x in 2 positions: it sent no line of thinking"));

  const auto absurd = solved("echo 'info depth 99999999999 score mate 1 nodes 9 pv a1a8'");
  EXPECT_EQ(absurd["side_by_side"]["rows"][0]["x"], "9");
  EXPECT_TRUE(absurd["costs"]["rows"][0]["depth"].is_null());
  EXPECT_EQ(absurd["costs"]["rows"][0]["visited"], 9);
  EXPECT_TRUE(absurd["solutions"]["rows"][0]["found_at"].is_null());
  EXPECT_THAT(absurd["side_by_side"]["notes"].dump(),
              HasSubstr("x in 1 position: no line of thinking has a depth from 0 to 1000"));

  for (const char* const line : {"echo 'info depth 1 score mate 1 nodes 9'",
                                 "echo 'info depth 1 score mate 1 nodes 9 pv a1b8'"})
    EXPECT_THAT(solved(line)["side_by_side"]["notes"].dump(),
                HasSubstr("x in 1 position: no line of thinking has moves"))
        << line;
  EXPECT_THAT(tables({"--engine", good(), "--depth", "3"}).dump(),
              ::testing::Not(HasSubstr("of thinking")));
}

TEST_F(SolveCommand, ComparesSearchesWithSettingsOfTheirOwn) {
  const auto found =
      tables({"--search", "plain=pvs with plain", "--search",
              "pvs with table=1,quiescence gen mailbox", "--engine", good(), "--nodes", "3000"});
  const auto& first = found["side_by_side"][0];
  for (const char* name : {"plain", "pvs with table=1,quiescence gen mailbox", "good"})
    EXPECT_TRUE(first.contains(name)) << first;
  EXPECT_EQ(found["summary"].size(), 3U);
  EXPECT_EQ(found["summary"][1]["generator"], "mailbox");
  // --algo takes part only if it is named.
  const auto both = tables({"--search", "plain=pvs with plain", "--algo", "pvs", "--depth", "2"});
  EXPECT_EQ(both["summary"].size(), 2U);
}

TEST_F(SolveCommand, JobsChangeOnlyTheTime) {
  const auto tables = [&](const char* jobs) {
    const auto report = testing::report_of(command({"--engine", good(), "--engine", bad(), "--algo",
                                                    "pvs", "--nodes", "5000", "--jobs", jobs}),
                                           1);
    return testing::without_times(report["tables"]);
  };
  EXPECT_TRUE(tables("1") == tables("2"));
}

TEST_F(SolveCommand, WritesWhatWasFoundAsEpd) {
  const std::string epd = path("found.epd");
  const auto words = command({"--engine", good(), "--depth", "3", "--epd", epd});
  EXPECT_EQ(plylab(words).status, 0);
  const std::string found =
      "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; dm 1; id \"mate\"; "
      "acd 2; acn 40; ce 32766; pm Ra8#; pv Ra8#;\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id \"array\"; "
      "acd 3; acn 90; ce 20; pm e4; pv e4 e5;\n"
      "4k3/8/2p5/3p4/8/8/8/3QK3 w - - am Qxd5; id \"poisoned\"; "
      "acd 2; acn 70; ce 20; pm Qd4; pv Qd4;\n";
  EXPECT_EQ(content(epd), found);
  const Finished again = plylab(words);
  EXPECT_EQ(again.status, 2);
  EXPECT_EQ(again.err, "plylab: --epd: '" + epd + "' already exists\n");
  EXPECT_EQ(content(epd), found);
}

TEST_F(SolveCommand, ShowsIntervalsOfRates) {
  const auto found = tables({"--engine", good(), "--engine", bad(), "--depth", "3"}, 1);
  const auto& summary = found["summary"];
  EXPECT_EQ(summary[0]["rate"], 100.0);
  EXPECT_NEAR(summary[0]["low"].get<double>(), 43.85, 0.005);  // 3 of 3
  EXPECT_EQ(summary[0]["high"], 100.0);
  EXPECT_NEAR(summary[1]["high"].get<double>(), 56.15, 0.005);
}

TEST_F(SolveCommand, WrongUseIsOneLineBeforeAnyWork) {
  const std::string broken = program("broken", "exit 1");
  const std::string old = program("old", R"(while read -r line; do
  case $line in protover*) echo 'feature ping=1 done=1' ;; ping*) echo "pong ${line#ping }" ;; esac
done)");
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"--engine", "no-such-engine"},
       "--engine 'no-such-engine' cannot be started: no such program"},
      {{"--engine", good(), "--engine", broken, "--protocol", broken + ":uci"},
       "--engine '" + broken + "' ended with exit status 1"},
      {{"--engine", good(), "--engine", good()},
       "--engine '" + good() + "': there is a 'good' already; name it: --engine NAME=COMMAND"},
      {{"--engine", good(), "--option", "Hash=3"},
       "--engine '" + good() + "': no 'Hash'; there is none"},
      {{"--engine", good(), "--protocol", "cecp"},
       "--protocol: no 'cecp'; there are auto, uci, xboard"},
      {{"--engine", old, "--protocol", "xboard", "--nodes", "5"},
       "--engine '" + old + "': xboard has no limit of nodes; use time or depth"},
      {{"--algo", "all", "--epd", path("f.epd")},
       "--epd: needs a single search or engine, and there are several"},
      {{"--algo", "none"}, "--algo none: no contestant given: use --search or --engine"},
      {{"--search", "a=pvs", "--search", "a=mtdf"},
       "--search 'a': there is a 'a' already; name it: --search NAME=…"},
      {{"--search", "pvs with tabel=1"}, "--search: no 'tabel'; did you mean table?"},
      {{"--search", "pvs with table=1 table kept"},
       "--search: table kept: positions of a suite are no game"},
      {{"--search", "pvs", "--with", "table=1"},
       "--with: applies only to the searches of --algo, and there are none; name one"},
      {{"--option", "Hash=3"}, "--option requires --engine"}};
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(command(arguments));
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
}

TEST_F(SolveCommand, CtrlCEndsTheEnginesToo) {
  const std::string hangs = solver("hangs", "echo $$ >'" + path("id") + "'; sleep 60", "", "");
  const Finished finished = testing::run_process(
      "/bin/sh",
      {"-c",
       "\"$0\" solve --suite \"$1\" --engine \"$2\" & "
       "while test ! -s \"$3\" && kill -0 $!; do sleep 0.05; done; kill -INT $!; wait $!",
       PLYLAB_PROGRAM, suite(), hangs, path("id")});
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.out, HasSubstr("incomplete"));
  EXPECT_TRUE(testing::is_gone(path("id")));
}

TEST_F(SolveCommand, RealEnginesSolveMates) {
  for (const char* engine : {"stockfish", "fairy-stockfish"})
    if (!testing::find_program(engine))
      GTEST_SKIP() << engine << " is not installed; ./lab test installs it";
  const auto found =
      tables({"--engine", "stockfish", "--engine", "fairy=fairy-stockfish", "--engine",
              "old=fairy-stockfish", "--protocol", "old:xboard", "--hash", "8", "--depth", "10"});
  for (const auto& row : found["summary"]) {
    EXPECT_EQ(row["solved"], 3) << row["search"];
    EXPECT_EQ(row["faults"], 0) << row["search"];
  }
  EXPECT_THAT(found["summary"][0]["search"].get<std::string>(), StartsWith("Stockfish"));
  EXPECT_EQ(found["summary"][2]["search"], "old");
}

}  // namespace
}  // namespace plylab
