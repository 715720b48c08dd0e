// plylab lint and plylab solve, as their users meet them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "gen/base/files.h"
#include "gen/chess/board/notation.h"
#include "tests/suites/lint/positions.h"
#include "tests/support/process.h"
#include "tests/support/random_games.h"
#include "tests/support/report.h"
#include "tests/support/temporary_file.h"

namespace plylab::suites::lint {
namespace {

using testing::array;
using testing::back_rank;
using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::TemporaryFile;

TEST(LintCommand, ReportsLevelsAndStatus) {
  const TemporaryFile bad(array + " bm Qh5; id \"a\";\n" + array + " bm g1f3; id \"a\"; xyz;\n");
  const Finished finished = plylab({"lint", bad.path()});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":1: error: bm: 'Qh5' is not a legal move\n"));
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":2: warning: the id of line 1 again\n"));
  EXPECT_THAT(finished.out, HasSubstr(bad.path() + ":2: note: bm: 'g1f3' is Nf3 in SAN\n"));
  EXPECT_THAT(plylab({"lint", bad.path(), "--level", "error"}).out, Not(HasSubstr("again")));
  const TemporaryFile fine(array + " bm g1f3;\n", "fine");
  EXPECT_EQ(plylab({"lint", fine.path()}).status, 0);
  EXPECT_EQ(plylab({"lint", "bratko-kopec", "demo", "seeds"}).status, 0);
}

TEST(LintCommand, GivesProgramsAllColumns) {
  const TemporaryFile bad(array + " bm g1f3;\nnonsense\n");
  const auto report =
      nlohmann::json::parse(plylab({"lint", bad.path(), "--format", "json"}).out)["tables"];
  ASSERT_EQ(report.size(), 3U);
  ASSERT_EQ(report[0]["rows"].size(), 2U);
  const auto& san = report[0]["rows"][0];
  EXPECT_EQ(san["file"], bad.path());
  EXPECT_EQ(san["line"], 1);
  EXPECT_EQ(san["level"], "note");
  EXPECT_EQ(san["kind"], "san");
  EXPECT_EQ(san["fixable"], true);
  EXPECT_EQ(report[0]["rows"][1]["kind"], "unreadable");
  EXPECT_EQ(report[1]["rows"][0]["errors"], 1);
  EXPECT_EQ(report[2]["rows"][0]["sha256"].get<std::string>().size(), 64U);
}

TEST(LintCommand, FixesIntoANewFileOnly) {
  const std::string text = array + "\tbm g1f3";
  const TemporaryFile suite(text), other("", "fixed");
  const Finished fixed = plylab({"lint", suite.path(), "--fix", other.path()});
  EXPECT_EQ(fixed.status, 0);
  EXPECT_THAT(fixed.out, HasSubstr("\nwritten to " + other.path() + ": corrections in 1 line\n"));
  EXPECT_EQ(read_file(other.path()), array + " bm Nf3;\n");
  EXPECT_EQ(read_file(suite.path()), text);
  const TemporaryFile again("", "again");
  EXPECT_THAT(plylab({"lint", other.path(), "--fix", again.path()}).out,
              HasSubstr("written to " + again.path() + ": nothing to correct\n"));
  EXPECT_EQ(read_file(again.path()), read_file(other.path()));
  const Finished same = plylab({"lint", suite.path(), "--fix", suite.path()});
  EXPECT_EQ(same.status, 2);
  EXPECT_THAT(same.err, HasSubstr("is the suite itself: give a new file"));
  EXPECT_EQ(read_file(suite.path()), text);
}

/// The rows of the table of that name in a report in JSON; none if there is no such table.
nlohmann::json rows_of(const std::string& report, const std::string& table) {
  const auto parsed = nlohmann::json::parse(report);
  for (const auto& each : parsed["tables"])
    if (each["name"] == table) return each["rows"];
  return nlohmann::json::array();
}

TEST(LintCommand, ReadsTenThousandLinesOfTheWorld) {
  std::string text = "\xEF\xBB\xBF";
  int line = 0;
  testing::random_positions(10'000, 40, [&](const chess::Setup& setup, const auto&, auto next) {
    text += to_string(epd::Record{setup, {}, 1}) + (line % 3 == 0 ? "\t" : " ") + "bm " +
            chess::move_text(setup, next) + "; id \"" + std::to_string(line) + "\"; what" +
            std::to_string(line % 7) + " 1 2";
    text += line % 5 == 0 ? ";\n" : " ;\r\n";
    ++line;
  });
  text.resize(text.find_last_not_of("\r\n") + 1);
  const TemporaryFile file(text);
  const Finished finished = plylab({"lint", file.path(), "--jobs", "2", "--format", "json"});
  EXPECT_EQ(finished.status, 1);
  const auto report = nlohmann::json::parse(finished.out)["tables"];
  EXPECT_EQ(report[1]["rows"][0]["records"], line);
  std::set<std::string> kinds;
  for (const auto& row : report[0]["rows"]) {
    kinds.insert(row["kind"]);
    if (row["level"] == "error") {
      EXPECT_EQ(row["kind"], "refuted") << "a random move may allow a mate";
    }
  }
  for (const char* kind :
       {"byte_order_mark", "mixed_line_ends", "tab", "final_newline", "unknown_opcode", "san"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(LintCommand, KeepsResultsOnASignal) {
  const TemporaryFile suite(array + " D1 21;\n" + array + " bm e4; dm 30;\n");
  for (const auto& [signal, status] : {std::pair("INT", 130), std::pair("TERM", 143)}) {
    const Finished finished = testing::run_process(
        "/bin/sh", {"-c",
                    "\"$0\" lint \"$1\" --nodes 100000000000 --fix \"$1.fixed\" --format json & "
                    "sleep 1; kill -$2 $!; wait $!",
                    PLYLAB_PROGRAM, suite.path(), signal});
    ASSERT_EQ(finished.status, status) << finished.err;
    const auto report = nlohmann::json::parse(finished.out);
    EXPECT_EQ(report["complete"], false);
    EXPECT_EQ(report["text"].back(), suite.path() + ".fixed is not written: stopped early");
    EXPECT_FALSE(std::filesystem::exists(suite.path() + ".fixed"));
    EXPECT_EQ(report["tables"][0]["rows"][0]["kind"], "count");
    EXPECT_EQ(report["tables"][1]["rows"][0]["records"], 2);
    EXPECT_EQ(report["tables"][1]["rows"][0]["looked_at"], 1);
  }
}

TEST(LintCommand, CountsRecordsThatCannotBeRead) {
  const TemporaryFile suite(array + " bm e4;\nno position\n");
  const Finished finished =
      testing::run_process(PLYLAB_PROGRAM, {"lint", suite.path(), "--format", "json"});
  const auto summary = nlohmann::json::parse(finished.out)["tables"][1]["rows"][0];
  EXPECT_EQ(summary["records"], 1);
  EXPECT_EQ(summary["unreadable"], 1);
  EXPECT_EQ(summary["looked_at"], 1);
}

TEST(LintCommand, ReadsAllSuitesBeforeItLooksAtOne) {
  const TemporaryFile endless(array + " bm e4; dm 30;\n");
  const Finished finished = testing::run_process(
      "/usr/bin/timeout",
      {"60", PLYLAB_PROGRAM, "lint", endless.path(), "/no/such.epd", "--nodes", "100000000000"});
  EXPECT_EQ(finished.status, 2);
}

TEST(LintCommand, RefusesWrongUseInOneLine) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"lint"}, "SUITE is required"},
      {{"lint", "/no/such.epd"}, "cannot read '/no/such.epd': No such file or directory"},
      {{"lint", "demo", "--level", "fatal"}, "--level: no 'fatal'; there are error, warning, note"},
      {{"lint", "demo", "seeds", "--fix", "/tmp/x"}, "--fix takes a single suite"},
      {{"solve", "--suite", "demo", "--criterion", "soon"},
       "--criterion: no 'soon'; there are end, first, kept, stable, points, move"},
  };
  for (const auto& [arguments, message] : cases) {
    const Finished finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
    EXPECT_EQ(finished.out, "");
  }
}

TEST(SolveCommand, JobsChangeOnlyTheTime) {
  const auto rows = [](const char* jobs) {
    return testing::without_times(
        testing::report_of({"solve", "--suite", "demo", "--nodes", "20000", "--quiescence",
                            "--algo", "alphabeta,pvs", "--jobs", jobs})["tables"]);
  };
  EXPECT_EQ(rows("1"), rows("2"));
}

TEST(SolveCommand, SolvedDependsOnTheCriterion) {
  const TemporaryFile suite(back_rank + " bm Ra8#; dm 1;\n" + array + " c0 \"a3=10, e4=4\";\n");
  const auto solved = [&](const char* criterion) {
    const std::string report = plylab({"solve", "--suite", suite.path(), "--depth", "2",
                                       "--criterion", criterion, "--format", "json"})
                                   .out;
    const auto summary = rows_of(report, "summary")[0];
    EXPECT_EQ(summary["max_points"], 10);
    EXPECT_EQ(summary["positions"], criterion == std::string("points") ? 1 : 2);
    return summary["solved"].get<int>();
  };
  EXPECT_EQ(solved("end"), 1);
  EXPECT_EQ(solved("points"), 0);
  EXPECT_EQ(solved("stable:2"), 1);  // with stable, the search goes on after the mate
  EXPECT_EQ(solved("stable:3"), 1);  // and a mate that ends the search is stable
}

}  // namespace
}  // namespace plylab::suites::lint
