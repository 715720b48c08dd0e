// plylab count as its users meet it: what it says of a count, of its parts, and of who has counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/files.h"
#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::plylab;
using testing::report_of;
using testing::rows_of;

TEST_F(CountByUnits, NotesMissingUnitsInEachTable) {
  const auto report = report_of({"count", "--depth", "4", "--frontier", "2", "--part", "1/4",
                                 "--stats", "--manifest", path("part")});
  for (const std::string name : {"count", "divide", "statistics"}) {
    const auto& tables = report["tables"];
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const auto& one) { return one["name"] == name; });
    ASSERT_NE(found, tables.end());
    EXPECT_THAT((*found)["notes"].dump(),
                HasSubstr("incomplete: the figures are the sums of 1 of 7 units"));
    EXPECT_FALSE((*found)["rows"].empty());
  }
}

TEST_F(CountByUnits, ShowsALongDivideOnlyWhereItIsAskedFor) {
  plylab({"count", "--depth", "3", "--manifest", path("long")});
  EXPECT_THAT(plylab({"count", path("long")}).out, Not(HasSubstr("Divide 3")));
  EXPECT_THAT(plylab({"count", path("long"), "--table", "divide"}).out, HasSubstr("Divide 3"));
  plylab({"count", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "3", "--manifest",
          path("short")});
  EXPECT_THAT(plylab({"count", path("short")}).out, HasSubstr("Divide 3"));
}

TEST_F(CountByUnits, NamesPositionsAsPerftDoes) {
  int manifests = 0;
  for (const std::string fen : {"startpos", "kiwipete", "7k/8/8/8/8/8/8/KQ6 w - - 0 1"}) {
    const std::string manifest = path(std::to_string(manifests++));
    const std::string certificate = manifest + ".certificate";
    const auto count = report_of({"count", "--fen", fen, "--depth", "2", "--manifest", manifest});
    EXPECT_EQ(rows_of(count, "count")[0]["position"], fen);
    report_of({"certify", manifest, "--certificate", certificate});
    const auto audit = report_of({"audit", certificate});
    EXPECT_EQ(rows_of(audit, "certificate")[0]["position"], fen);
  }
}

#ifndef PLYLAB_SANITIZED  // which reserves more addresses than that
TEST_F(CountByUnits, SaysInALineWhichMemoryIsNotToBeHad) {
  const auto error_of = [&](const std::string& options) {
    const Finished run =
        testing::run_process("/bin/sh", {"-c", "ulimit -v 800000; exec " PLYLAB_PROGRAM
                                               " count --depth 4 --frontier 2 --manifest " +
                                                   path("x") + " " + options});
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_THAT(error_of("--hash 4096 --memory 16"),
              ::testing::MatchesRegex(
                  "plylab: --hash: 4096 MiB of table do not fit into the memory: [0-9]+ "
                  "MiB are free\n"));
  EXPECT_EQ(error_of("--memory 1024"),
            "plylab: --memory: 1024 MiB to find the frontier cannot be allocated\n");
}
#endif

TEST_F(CountByUnits, ReportsWhetherAPartIsDone) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 3};
  const Part part{1, 4};
  const std::string begun = path("begun");
  {
    Manifest whole(path("whole")), manifest(begun);
    count_missing(game, plan, whole, {});
    manifest.begin(*whole.plan(), part);
    bool is_first = true;
    whole.for_each_unit([&](const Unit& unit, const Origin& origin) {
      if (std::exchange(is_first, false)) manifest.add(unit, origin);
    });
  }
  const auto expect = [&](const nlohmann::json& report, int finished, const std::string& note) {
    const auto row = rows_of(report, "count")[0];
    EXPECT_EQ(row["part_units"], 21);
    EXPECT_EQ(row["part_finished"], finished);
    EXPECT_EQ(report["tables"][0]["notes"][0], note);
  };
  const Finished shown = plylab({"count", begun, "--format", "json"});
  EXPECT_EQ(shown.status, 1);  // not yet
  EXPECT_EQ(shown.err, "1 of 21 units are finished and kept in '" + begun +
                           "'; no process is counting now, plylab count --manifest '" + begun +
                           "' counts the others\n"
                           "plylab: incomplete: not all of the work was done\n");
  expect(nlohmann::json::parse(shown.out), 1, "part 1/4: 1 of its 21 units are counted");
  expect(report_of({"count", "--manifest", begun}), 21,
         "part 1/4: 21 of its 21 units are counted: it is done");
  const auto none = report_of({"count", "--depth", "2", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1",
                               "--frontier", "1", "--part", "1/4", "--manifest", path("none")});
  EXPECT_EQ(none["tables"][0]["notes"][0], "part 1/4 has no units: nothing to count");
}

TEST_F(CountByUnits, SaysWhetherAProcessIsCounting) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 12, .ply = 2};
  const std::string running = path("running"), idle = path("idle");
  for (const std::string& manifest : {running, idle})
    Manifest(manifest).begin(completed_plan(game, plan, find_planned_frontier(game, plan, {})));
  const std::string look = "; " PLYLAB_PROGRAM " count " + running + " > " + path("out") + " 2>> ";
  const std::string notes = path("notes");
  testing::run_process("/bin/sh", {"-c", PLYLAB_PROGRAM " count --manifest " + running +
                                             " > /dev/null 2> /dev/null & sleep 1" + look + notes +
                                             "; kill -INT $!; wait $!" + look + notes});
  EXPECT_THAT(read_file(notes), HasSubstr("0 of 7 units are finished and kept in '" + running +
                                          "'; a running process is counting the others\n"));
  EXPECT_THAT(read_file(notes), HasSubstr("; no process is counting now, plylab count --manifest"));
  EXPECT_THAT(plylab({"count", running, idle}).err,
              HasSubstr(" in these files together; none of them are being counted\n"));
}

TEST_F(CountByUnits, ReportsWhatIsKeptAfterCtrlC) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.parse("startpos").text(), .depth = 12, .ply = 2};
  const std::string stopped = path("stopped");
  Manifest(stopped).begin(completed_plan(game, plan, find_planned_frontier(game, plan, {})));
  const Finished run = testing::run_process(
      "/bin/sh", {"-c", "timeout -s INT 1 " PLYLAB_PROGRAM " count --manifest " + stopped});
  EXPECT_EQ(run.status, 124);
  EXPECT_EQ(run.err, "0 of 7 units are finished and kept in '" + stopped +
                         "'; the same call counts the others\n"
                         "plylab: incomplete: not all of the work was done\n");
}

TEST_F(CountByUnits, IsMergedByTheCommand) {
  for (const std::string part : {"1", "2"})
    EXPECT_EQ(report_of({"count", "--game", "reversi", "--depth", "8", "--stats", "--part",
                         part + "/2", "--manifest", path(part)})["complete"],
              true);
  const auto merged = report_of({"count", "--manifest", path("all"), path("1"), path("2")});
  const auto whole = report_of({"perft", "--game", "reversi", "--depth", "8", "--stats"});
  EXPECT_EQ(rows_of(merged, "count")[0]["leaves"], 390216);
  EXPECT_TRUE(rows_of(merged, "workers")[0].contains("thread_rate"));
  EXPECT_TRUE(rows_of(merged, "count")[0].contains("call_seconds"));
  EXPECT_EQ(rows_of(merged, "statistics")[0], rows_of(whole, "statistics")[7]);
}

TEST_F(CountByUnits, HasAnotherStatusWhileIncomplete) {
  report_of({"count", "--depth", "4", "--frontier", "3", "--part", "1/2", "--manifest", path("1")});
  report_of({"count", path("1")});  // the part is whole
  const Finished merged = plylab({"count", "--manifest", path("all"), path("1")});
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.err, HasSubstr("42 of 84 units are finished and kept in '" + path("all")));
  EXPECT_THAT(merged.out, HasSubstr("incomplete: the figures are the sums of 42 of 84 units"));
}

// No path leads to any unit.
TEST_F(CountByUnits, HasStatisticsOfNoPathAsPerftHas) {
  const std::vector<std::string> mated{"--depth", "3", "--stats", "--fen",
                                       "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"};
  const auto of = [&](std::vector<std::string> command) {
    command.insert(command.end(), mated.begin(), mated.end());
    return rows_of(report_of(command), "statistics");
  };
  auto expected = of({"perft"}).back();
  expected["generator"] = nullptr;  // nobody has counted any of it
  EXPECT_EQ(of({"count", "--manifest", path("mated")}), nlohmann::json::array({expected}));
}

TEST_F(CountByUnits, DistinguishesAgreementFromSharedWork) {
  const auto count = [&](const std::string& generator, const std::string& part) {
    std::string file = path(generator + part[0]);
    report_of({"count", "--depth", "4", "--frontier", "2", "--stats", "--gen", generator, "--part",
               part, "--manifest", file});
    return file;
  };
  const std::string first = count("bitboard", "1/2"), second = count("mailbox", "2/2");
  const auto notes_of = [](const nlohmann::json& report) {
    return testing::table_of(report, "statistics")["notes"].dump();
  };
  const std::string apart =
      "not every generator counted every unit: of 7 units bitboard 3, mailbox 4";
  EXPECT_THAT(notes_of(report_of({"count", "--manifest", path("apart"), first, second})),
              HasSubstr(apart));
  report_of({"certify", path("apart"), "--certificate", path("certificate")});
  EXPECT_THAT(notes_of(report_of({"audit", path("certificate")})), HasSubstr(apart));
  EXPECT_THAT(notes_of(report_of(
                  {"count", first, second, count("bitboard", "2/2"), count("mailbox", "1/2")})),
              HasSubstr("each of these generators counted all units"));
}

TEST_F(CountByUnits, SaysThatNothingWasLeftForAGenerator) {
  const auto notes_of = [&](const std::string& generator) {
    return report_of({"count", "--depth", "4", "--gen", generator, "--manifest",
                      path("four")})["tables"][0]["notes"];
  };
  EXPECT_THAT(notes_of("bitboard"), ::testing::IsEmpty());
  EXPECT_THAT(notes_of("x88").dump(),
              HasSubstr("nothing was left for x88 to count: bitboard has counted everything"));
}

TEST_F(CountByUnits, ComparesUnitsCountedByTwoGenerators) {
  for (const std::string generator : {"mailbox", "bitboard"})
    report_of({"count", "--depth", "5", "--frontier", "3", "--gen", generator, "--manifest",
               path(generator)});
  const auto merged =
      report_of({"count", "--manifest", path("both"), path("mailbox"), path("bitboard")});
  EXPECT_EQ(rows_of(merged, "count")[0]["leaves"], 4865609);
  EXPECT_EQ(rows_of(merged, "workers").size(), 2U);
  EXPECT_THAT(merged["tables"][2]["notes"].dump(), HasSubstr("but only once in totals"));
  const auto certificate =
      report_of({"certify", path("both"), "--certificate", path("certificate")});
  EXPECT_EQ(rows_of(certificate, "certificate")[0]["twice"],
            rows_of(certificate, "certificate")[0]["units"]);
}

TEST_F(CountByUnits, NamesThePositionWithoutTheConvention) {
  const auto report = report_of({"count", "--game", "checkers", "--convention", "merged", "--depth",
                                 "4", "--manifest", path("merged")});
  EXPECT_EQ(rows_of(report, "count")[0]["position"], "startpos");
  EXPECT_THAT(report["tables"][0]["notes"].dump(), HasSubstr("convention merged: "));
}

TEST_F(CountByUnits, TakesTheConventionOfItsManifestAndNoOther) {
  const std::string file = path("merged");
  report_of({"count", "--game", "checkers", "--position", "W:WK1,K32:B10,11,18,19,26,27",
             "--convention", "merged", "--depth", "3", "--manifest", file});
  for (const std::vector<std::string>& call :
       {std::vector<std::string>{"count", file}, {"count", "--manifest", file}}) {
    const auto with = [&](const char* convention) {
      std::vector<std::string> arguments = call;
      arguments.insert(arguments.end(), {"--convention", convention});
      return plylab(arguments);
    };
    EXPECT_EQ(with("merged").status, 0) << with("merged").err;
    EXPECT_EQ(with("paths").err, "plylab: '" + file + "' has convention merged, not paths\n");
    EXPECT_THAT(with("split").err, HasSubstr("--convention: no 'split'; there are paths, merged"));
  }
}

TEST_F(CountByUnits, WantsStatisticsForAConventionOfThem) {
  const std::vector<std::string> count{"count", "--depth", "4", "--manifest", path("four")};
  const auto with = [](std::vector<std::string> call, const std::vector<std::string>& more) {
    call.insert(call.end(), more.begin(), more.end());
    return call;
  };
  for (const auto& call : {count, {"perft", "--depth", "4"}}) {
    const Finished refused = plylab(with(call, {"--convention", "split"}));
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(
        refused.err,
        "plylab: --convention: moves of chess have only one convention; those of statistics need "
        "--stats\n");
  }
  // A manifest that has them needs not be told so again.
  EXPECT_EQ(rows_of(report_of(with(count, {"--stats"})), "statistics")[0]["checks"], 469);
  const auto shown = report_of({"count", path("four"), "--convention", "split"});
  EXPECT_EQ(rows_of(shown, "statistics")[0]["checks"], 461);
}

}  // namespace
}  // namespace plylab::perft::cluster
