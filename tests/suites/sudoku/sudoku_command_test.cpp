// plylab sudoku, as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/kernels.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using ::testing::ContainsRegex;
using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;
using ::testing::StartsWith;
using testing::TemporaryFile;

/// Bik's puzzle (aartbik.com/strategy.php) as he draws it.
const std::string bik =
    "PROBLEM:\n"
    "  +---+---+---+\n"
    "  |...|4..|5..|\n"
    "  |...|27.|.8.|\n"
    "  |..6|..8|..4|\n"
    "  +---+---+---+\n"
    "  |3..|6..|4..|\n"
    "  |.4.|.5.|.7.|\n"
    "  |..2|..9|..6|\n"
    "  +---+---+---+\n"
    "  |2..|9..|7..|\n"
    "  |.8.|.3.|.5.|\n"
    "  |154|762|..8|\n"
    "  +---+---+---+\n";

const std::string empty_grid(81, '.');
/// Its solution without four cells of two digits that may change places.
const std::string two_solutions =
    "82149356743527618979651832431862749564985127357234981626398.7.198713.6.2154762938";
const std::string contradiction = "11" + std::string(79, '.');

Finished with_input(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"sudoku", "-"});
  return testing::run_process(PLYLAB_PROGRAM, arguments, input);
}

nlohmann::json tables_of(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.end(), {"--format", "json"});
  nlohmann::json tables;
  const auto report = nlohmann::json::parse(with_input(input, arguments).out);
  for (const auto& table : report["tables"]) tables[std::string(table["name"])] = table["rows"];
  return tables;
}

/// The report without what differs from run to run.
std::string table_in(const std::string& out) { return out.substr(0, out.find("\nSummary\n")); }

TEST(SudokuCommand, GivesALineForEachPuzzle) {
  const Finished finished = with_input(bik + two_solutions + " # ours\n" + contradiction + "\n");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.err, "");
  EXPECT_EQ(table_in(finished.out),
            "Puzzles\n"
            "\n"
            "where     clues  solutions  complete  tried  dead_ends  solution\n"
            "--------  -----  ---------  --------  -----  ---------  " +
                std::string(81, '-') +
                "\n"
                "stdin:3      30          1  yes           0          0  "
                "8214935674352761897965183243186274956498512735723498162639857419871346521547629"
                "38\n"
                "stdin:15     77          2  yes           2          0  "
                "8214935674352761897965183243186274956498512735723498162639847519871356421547629"
                "38\n"
                "stdin:16      2          0  yes           0          0  -\n");
}

TEST(SudokuCommand, SumsUp) {
  const auto tables = tables_of(bik + empty_grid + "\n" + contradiction, {"--limit", "2"});
  const auto& sum = tables["summary"][0];
  EXPECT_EQ(sum["solver"], "lanes");
  EXPECT_EQ(sum["puzzles"], 3);
  EXPECT_EQ(sum["none"], 1);
  EXPECT_EQ(sum["unique"], 1);
  EXPECT_EQ(sum["several"], 1);
  EXPECT_EQ(sum["unknown"], 0);
  EXPECT_EQ(sum["solutions"], 3);
  // With one solution looked for it is not known whether there are more.
  const auto first = tables_of(bik, {"--limit", "1"})["summary"][0];
  EXPECT_EQ(first["unique"], 0);
  EXPECT_EQ(first["unknown"], 1);
  const TemporaryFile empty(empty_grid);
  EXPECT_THAT(plylab({"sudoku", empty.path(), "--limit", "5", "--summary"}).out,
              HasSubstr("* solutions of 1 of the puzzles are counted up to 5 each (--limit)"));
  EXPECT_THAT(
      plylab({"sudoku", empty.path(), "--limit", "5", "--summary", "--solver", "cells"}).out,
      HasSubstr("* solutions of 1 of the puzzles are counted up to 5 each (--limit)"));
  const auto alone = tables_of(bik, {"--summary"});
  EXPECT_FALSE(alone.contains("puzzles"));
  EXPECT_EQ(alone["summary"][0]["unique"], 1);
}

TEST(SudokuCommand, TracesAsBikDoes) {
  const TemporaryFile file(bik);
  const Finished finished = plylab({"sudoku", file.path(), "--trace"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, StartsWith(bik + "\n must-be  7,3 = 3\n must-be  7,2 = 6\n"));
  EXPECT_THAT(finished.out, HasSubstr("\n must-be  8,6 = 4\n"
                                      " try      1,5 = 1 from {19}:#2\n"
                                      "  must-be  3,5 = 9\n"));
  EXPECT_THAT(finished.out, HasSubstr("\n      must-be  6,4 = 3\n"
                                      "      dead-end 4,3 = ?\n"
                                      "    try      9,8 = 9 from {39}:#2\n"));
  EXPECT_THAT(finished.out, HasSubstr("\n    must-be  2,1 = 4\n"
                                      "    must-be  5,1 = 6\n"
                                      "\n"
                                      "SOLUTION:\n"
                                      "  +---+---+---+\n"
                                      "  |821|493|567|\n"));
  std::istringstream lines(finished.out);
  int forced = 0, tried = 0, dead_ends = 0;
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(' '));
    forced += line.starts_with("must-be ");
    tried += line.starts_with("try ");
    dead_ends += line.starts_with("dead-end ");
  }
  EXPECT_EQ(forced, 101);
  EXPECT_EQ(tried, 8);
  EXPECT_EQ(dead_ends, 4);
  EXPECT_THAT(finished.out,
              HasSubstr("          1  yes          101      8          4  821493567"));
}

TEST(SudokuCommand, GivesProgramsTheTraceAsATable) {
  const auto rows = tables_of(bik, {"--trace"})["trace"];
  ASSERT_EQ(rows.size(), 114U);
  EXPECT_EQ(rows[8], nlohmann::json::parse(R"({"where": "stdin:3", "depth": 0, "step": "try",
    "row": 1, "column": 5, "digit": 1, "candidates": "19"})"));
  EXPECT_EQ(rows[113]["step"], "solution");
  EXPECT_TRUE(rows[113]["row"].is_null());
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                          [](const auto& row) { return row["step"] == "dead-end"; }),
            4);
}

TEST(SudokuCommand, ShowsAsManySolutionsAsAskedFor) {
  for (const char* solver : {"lanes", "cells"}) {
    const auto tables =
        tables_of(bik + empty_grid, {"--show", "3", "--limit", "1000", "--solver", solver});
    EXPECT_EQ(tables["puzzles"][1]["solutions"], 1000);
    const auto& solutions = tables["solutions"];
    ASSERT_EQ(solutions.size(), 4U);
    EXPECT_EQ(solutions[0]["where"], "stdin:3");
    EXPECT_EQ(solutions[3]["where"], "stdin:15");
    EXPECT_EQ(solutions[3]["number"], 3);
    EXPECT_NE(solutions[1]["solution"], solutions[2]["solution"]);
    EXPECT_EQ(tables["puzzles"][1]["solution"], solutions[1]["solution"]);
  }
}

TEST(SudokuCommand, DoesNotDependOnThreads) {
  std::string puzzles;
  for (int i = 0; i < 700; ++i)
    puzzles +=
        "4.....8.5.3..........7......2.....6.....8.4......1......."
        "6.3.7.5..2.....1.4......\n" +
        empty_grid + '\n';
  for (const char* solver : {"lanes", "cells"}) {
    const auto report = [&](const char* jobs) {
      return table_in(
          with_input(puzzles, {"--limit", "3", "--jobs", jobs, "--solver", solver}).out);
    };
    EXPECT_EQ(report("1"), report("2"));
    EXPECT_EQ(report("1"), report("5"));
  }
}

TEST(SudokuCommand, KeepsResultsOnCtrlC) {
  for (const char* solver : {"lanes", "cells"}) {
    const Finished finished = testing::run_process(
        "/usr/bin/timeout",
        {"--foreground", "--preserve-status", "--signal=INT", "1", PLYLAB_PROGRAM, "sudoku", "-",
         "--solver", solver, "--limit", "0", "--format", "csv"},
        bik + empty_grid);
    EXPECT_EQ(finished.status, 130);
    EXPECT_THAT(finished.out, StartsWith("# complete: false\n"));
    EXPECT_THAT(finished.out, HasSubstr("\nstdin:3,30,1,true,"));
    EXPECT_THAT(finished.out, ContainsRegex("\nstdin:15,0,[1-9][0-9]+,false,"));
  }
}

TEST(SudokuCommand, ReportsErrors) {
  const auto error_of = [](const std::vector<std::string>& arguments, const std::string& input) {
    const Finished finished = with_input(input, arguments);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_EQ(error_of({}, "# none\n"), "plylab: stdin: there is no puzzle\n");
  EXPECT_EQ(error_of({"--solver", "links"}, bik),
            "plylab: --solver: no 'links'; there are lanes, cells\n");
  EXPECT_EQ(error_of({"--kernel", "pext"}, bik),
            "plylab: --kernel: no 'pext'; " + testing::sudoku_kernels + '\n');
  EXPECT_EQ(error_of({"--kernel", "generic", "--solver", "cells"}, bik),
            "plylab: --kernel is for the solver 'lanes'\n");
  EXPECT_EQ(error_of({"--trace", "--solver", "lanes"}, bik),
            "plylab: --trace is for the solver 'cells'\n");
  const TemporaryFile file("\n" + empty_grid + "x\n");
  EXPECT_EQ(plylab({"sudoku", file.path()}).err,
            file.path() + ":2: a puzzle in one line has 81 cells, this one 82\nplylab: " +
                file.path() + ": there is no puzzle\n");
  EXPECT_EQ(plylab({"sudoku", "/nowhere"}).err,
            "plylab: cannot read '/nowhere': No such file or directory\n");
}

TEST(SudokuCommand, ContinuesAfterALineWithoutPuzzle) {
  const Finished finished =
      with_input(two_solutions + "\n12x\n" + empty_grid + "\n", {"--limit", "2"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err,
            "stdin:2: a puzzle in one line has 81 cells, this one 3\n"
            "plylab: sudoku: 1 of the puzzles cannot be read\n");
  EXPECT_THAT(finished.out, HasSubstr("\nstdin:1 "));
  EXPECT_THAT(finished.out, HasSubstr("\nstdin:3 "));
}

}  // namespace
}  // namespace plylab
