// The manifest of a count: what it takes, what it refuses, and that nobody has changed it.
#include "perft/cluster/manifest.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "perft/cluster/database.h"
#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/input_error_of.h"
#include "tests/support/process.h"
#include "tests/support/report.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::plylab;
using testing::report_of;
using testing::rows_of;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST_F(CountByUnits, RejectsManifestsOfDifferentCounts) {
  const CountableGame& game = find_game(countable_games(), "chess");
  Plan plan{.game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 2};
  Manifest four(path("four")), five(path("five"));
  count_missing(game, plan, four, {});
  plan.depth = 5;
  count_missing(game, plan, five, {});
  EXPECT_EQ(input_error_of([&] { four.begin(plan); }),
            fmt::format("'{}' belongs to another count: its depth is 4, not 5", four.path()));
  EXPECT_EQ(
      input_error_of([&] {
        four.add({.branches = {{0, {1}}}, .positions = {1}}, {"", "", "mine", ""});
      }),
      fmt::format("the generators bitboard of '{0}' and mine of '{0}' disagree: unit 0 is reached "
                  "by different root moves",
                  four.path()));
}

TEST_F(CountByUnits, SaysThatAFileHasTheStatisticsOfAnotherVersion) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{.game = "chess",
                  .position = game.info.parse("startpos").text(),
                  .depth = 4,
                  .statistics = true,
                  .columns = 14};
  EXPECT_EQ(input_error_of([&] { validate(plan, game, "'old'"); }),
            "'old': it was written by a version of plylab with other statistics for chess (14 "
            "columns, here 12): use that version, or count again");
}

TEST_F(CountByUnits, SaysWhichFilesOfWhichGeneratorsDisagree) {
  const Plan plan{.game = "connect4",
                  .position = "start",
                  .depth = 4,
                  .early_leaves = true,
                  .columns = 2,
                  .ply = 3,
                  .positions = 66,
                  .paths = 70,
                  .units = 2,
                  .root_moves = {"a", "b"},
                  .ended = {7, 0}};
  const std::string records(64, '0');
  const std::vector<std::string> files{path("one"), path("two")};
  const Unit right{1, {{0, {5, 0}}, {1, {8, 2}}}, {5, 0, 8, 2}, records};
  const auto error_for = [&](const Plan& other, const Unit& unit) {
    for (const std::string& file : files) std::filesystem::remove(file);
    {
      Manifest one(files[0]), two(files[1]);
      one.begin(plan);
      two.begin(other);
      one.add(right, {"", "", "bits", ""});
      two.add(unit, {"", "", "buggy", ""});
    }
    Manifest all(path("all"));
    return input_error_of([&] { all.merge(files); });
  };
  EXPECT_EQ(error_for(plan, {1, {{0, {5, 0}}, {1, {7, 2}}}, {5, 0, 7, 2}, records}),
            fmt::format("the generators bits of '{}' and buggy of '{}' disagree: unit 1 has 10 and "
                        "9 leaves below b",
                        files[0], files[1]));
  EXPECT_THAT(error_for(plan, {1, {{0, {5, 0}}, {1, {9, 1}}}, {5, 0, 9, 1}, records}),
              HasSubstr("unit 1 has the same leaves below b, but of different kinds"));
  EXPECT_THAT(error_for(plan, {1, right.branches, {6, 0, 7, 2}, records}),
              HasSubstr("unit 1 has the same leaves, but below different positions"));
  EXPECT_THAT(error_for(plan, {1, right.branches, right.positions, std::string(64, '1')}),
              HasSubstr("unit 1 has different positions or paths"));
  EXPECT_THAT(error_for(plan, {1, {{0, {5, 0}}}, {5, 0, 8, 2}, records}),
              HasSubstr("unit 1 is reached by different root moves"));
  const auto said_of = [&](auto&& change) {
    Plan other = plan;
    change(other);
    return error_for(other, right);
  };
  EXPECT_EQ(said_of([](Plan& other) { other.positions = 67; }),
            fmt::format("the generators of '{}' and '{}' disagree: at ply 3 there are 66 and 67 "
                        "positions",
                        files[0], files[1]));
  EXPECT_THAT(said_of([](Plan& other) { other.paths = 69; }),
              HasSubstr("disagree: 70 and 69 paths lead to ply 3"));
  EXPECT_THAT(said_of([](Plan& other) { other.ended[0] = 0; }),
              HasSubstr("disagree: below a, 7 and 0 games are over before ply 3"));
  EXPECT_THAT(said_of([](Plan& other) {
                other.root_moves.emplace_back("c");
                other.ended.emplace_back(0);
              }),
              HasSubstr("disagree: only the second has the root move c"));
}

TEST_F(CountByUnits, MergesAllFilesOrNone) {
  const CountableGame& game = find_game(countable_games(), "chess");
  Plan plan{.game = "chess", .position = game.info.parse("startpos").text(), .depth = 4, .ply = 2};
  for (const int depth : {4, 5}) {
    plan.depth = depth;
    Manifest manifest(path(std::to_string(depth)));
    count_missing(game, plan, manifest, {});
  }
  std::ofstream(path("text")) << std::string(4096, 'x');
  Manifest all(path("all"));
  EXPECT_EQ(input_error_of([&] {
              all.merge({path("4"), path("5")});
            }),
            fmt::format("'{}' and '{}' belong to different counts: the first's depth is 5, not 4",
                        path("5"), path("4")));
  EXPECT_EQ(input_error_of([&] {
              all.merge({path("4"), path("text")});
            }),
            fmt::format("'{}' is not a manifest of plylab count", path("text")));
  EXPECT_FALSE(all.plan());
  all.merge({path("5")});
  EXPECT_EQ(sum_of(all).result.leaves, 4865609U);
}

TEST_F(CountByUnits, LeavesNoManifestThatHasNoPlan) {
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", path("new")});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(std::filesystem::is_empty(path("")));
    return run.err;
  };
  EXPECT_EQ(error_of({}), "plylab: --depth is required\n");
  EXPECT_EQ(error_of({path("none")}),
            "plylab: cannot open '" + path("none") + "': No such file or directory\n");
  EXPECT_EQ(error_of({"--depth", "4", "--table", "nope"}),
            "plylab: --table: no 'nope'; there are count, divide, workers\n");
  // But a file that was there before is the user's.
  std::ofstream(path("empty")).close();
  EXPECT_EQ(plylab({"count", "--manifest", path("empty")}).status, 2);
  EXPECT_TRUE(std::filesystem::exists(path("empty")));
  EXPECT_EQ(std::filesystem::file_size(path("empty")), 0U);
  // What has been written for a merge that fails is gone again.
  report_of({"count", "--depth", "4", "--manifest", path("4")});
  report_of({"count", "--depth", "3", "--manifest", path("3")});
  EXPECT_EQ(plylab({"count", "--manifest", path("empty"), path("4"), path("3")}).status, 2);
  EXPECT_EQ(plylab({"count", "--manifest", path("new"), path("4"), path("3")}).status, 2);
  EXPECT_EQ(std::filesystem::file_size(path("empty")), 0U);
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(path("")))
    left.push_back(entry.path().filename());
  EXPECT_THAT(left, UnorderedElementsAre("3", "4", "empty"));
  report_of({"count", "--manifest", path("empty"), path("4")});
  EXPECT_EQ(rows_of(report_of({"count", path("empty")}), "count")[0]["leaves"], 197281);
}

TEST_F(CountByUnits, ContinuesThePartOfTheManifest) {
  const std::string part = path("1");
  const std::vector<std::string> count{"count", "--manifest", part};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), count.begin(), count.end());
    return more;
  };
  const auto first = report_of(with({"--depth", "5", "--part", "2/3"}));
  const auto again = report_of(count);
  EXPECT_EQ(rows_of(again, "divide"), rows_of(first, "divide"));
  EXPECT_THAT(again["tables"][0]["notes"].dump(), HasSubstr("part 2/3: "));
  EXPECT_EQ(plylab(with({"--part", "1/3"})).err,
            "plylab: '" + part + "' is part 2/3 of a count, not 1/3\n");
  EXPECT_EQ(plylab(with({part})).err,
            "plylab: '" + part + "' is part 2/3 of a count: merge into a new file\n");
}

TEST_F(CountByUnits, FindsWhatHasBeenChangedInAManifest) {
  const std::string manifest = path("four");
  report_of({"count", "--depth", "4", "--frontier", "2", "--manifest", manifest});
  const std::string bytes = read_file(manifest);
  const auto error_after = [&](const char* sql) {
    std::ofstream(manifest, std::ios::binary) << bytes;
    Database(manifest).run(sql);
    const Finished run = plylab({"count", manifest});
    EXPECT_EQ(run.status, 2) << sql;
    EXPECT_EQ(plylab({"certify", manifest, "--certificate", path("certificate")}).status, 2) << sql;
    return run.err;
  };
  for (const std::string column : {"branches", "positions", "records", "seconds", "host", "program",
                                   "generator", "kernel", "digest", "number"}) {
    SCOPED_TRACE(column);
    EXPECT_EQ(error_after(fmt::format("UPDATE units SET {} = -1 WHERE number = 3", column).c_str()),
              fmt::format("plylab: '{}': unit {} has been changed; 'count --manifest FILE' "
                          "counts it again\n",
                          manifest, column == "number" ? -1 : 3));
    const auto mended = report_of({"count", "--manifest", manifest, "--gen", "x88"});
    EXPECT_EQ(rows_of(mended, "count")[0]["leaves"], 197281);
    EXPECT_EQ(rows_of(mended, "workers")[0]["units"], 6);
    EXPECT_EQ(rows_of(mended, "workers")[1]["units"], 1);  // by the other generator
  }
  EXPECT_EQ(error_after("UPDATE plan SET \"of\" = 2"),
            fmt::format("plylab: '{}': the plan has been changed\n", manifest));
  for (const char* column : {"depth", "units", "paths"})
    EXPECT_EQ(error_after(fmt::format("UPDATE plan SET {} = 1", column).c_str()),
              fmt::format("plylab: '{}': the plan has been changed\n", manifest));
  EXPECT_EQ(error_after("UPDATE plan SET early_leaves = 1"),
            fmt::format("plylab: '{}': the plan has been changed\n", manifest));
  EXPECT_EQ(error_after("UPDATE plan SET ended = '[1]'"),
            fmt::format("plylab: '{}': the plan has been changed\n", manifest));
  EXPECT_EQ(error_after("UPDATE plan SET ended = '[1'"),
            fmt::format("plylab: '{}': the plan cannot be read: it has a syntax error at byte 3\n",
                        manifest));
  for (const char* sql : {"DROP TABLE plan", "ALTER TABLE units RENAME COLUMN digest TO other"})
    EXPECT_EQ(error_after(sql),
              fmt::format("plylab: '{}' is damaged: use a backup, or count into a new manifest\n",
                          manifest));
  EXPECT_EQ(error_after("UPDATE units SET number = -1 WHERE number = 3"),
            fmt::format("plylab: '{}': unit -1 has been changed; 'count --manifest FILE' counts it "
                        "again\n",
                        manifest));
  EXPECT_THAT(plylab({"count", "--manifest", manifest}).err,
              HasSubstr("unit -1 has been changed: not used, but counted again"));
}

// A byte of the file as the disk may change it.
TEST_F(CountByUnits, CountsAgainWhatHasBeenChangedInAManifest) {
  const std::string damaged = path("damaged"), merged = path("merged");
  report_of({"count", "--depth", "4", "--frontier", "2", "--manifest", damaged});
  std::string bytes = read_file(damaged);
  {
    Database database(damaged);
    Statement row(database, "SELECT positions FROM units WHERE number = 3");
    ASSERT_TRUE(row.step());
    const std::size_t place = bytes.find(row.text(0).substr(0, 64));
    ASSERT_NE(place, std::string::npos);
    ++bytes[place];
  }
  std::ofstream(damaged, std::ios::binary) << bytes;
  const std::string note =
      fmt::format("'{}': unit 3 has been changed: not used, but counted again", damaged);

  const Finished merging =
      plylab({"count", "--manifest", merged, damaged, "--format", "json", "--quiet"});
  EXPECT_EQ(merging.status, 1);
  EXPECT_THAT(merging.err, HasSubstr(note));
  EXPECT_EQ(rows_of(nlohmann::json::parse(merging.out), "count")[0]["finished"], 6);
  EXPECT_EQ(read_file(damaged), bytes);  // it is only read
  for (const std::string& manifest : {merged, damaged}) {
    const Finished mending =
        plylab({"count", "--manifest", manifest, "--gen", "x88", "--format", "json"});
    EXPECT_EQ(mending.status, 0);
    EXPECT_EQ(mending.err, manifest == damaged ? note + '\n' : "");
    const auto report = nlohmann::json::parse(mending.out);
    EXPECT_EQ(rows_of(report, "count")[0]["leaves"], 197281);
    EXPECT_EQ(rows_of(report, "workers")[1]["units"], 1);
    EXPECT_EQ(report["tables"][0]["notes"].dump().find(note) != std::string::npos,
              manifest == damaged);
  }
}

TEST_F(CountByUnits, HasAManifestForItself) {
  const std::string manifest = path("taken");
  const Manifest taken(manifest);
  const Finished run = plylab({"count", "--depth", "4", "--manifest", manifest});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "plylab: '" + manifest +
                "' is being written by another plylab; 'count FILE' shows what is finished\n");
}

// SQLite would keep the first nowhere, and the second elsewhere.
TEST_F(CountByUnits, TakesEveryNameForAPath) {
  for (const std::string name : {":memory:", "file:x?mode=memory"}) {
    const auto run = [&](const std::string& arguments) {
      return testing::run_process(
          "/bin/sh", {"-c", "cd $0 && exec " PLYLAB_PROGRAM " " + arguments, path(""), name});
    };
    EXPECT_EQ(run("count --depth 3 --manifest \"$1\"").status, 0) << name;
    EXPECT_THAT(run("count \"$1\"").out, HasSubstr("8902")) << name;
  }
}

TEST_F(CountByUnits, RefusesOtherFilesAndLeavesThemAsTheyAre) {
  report_of({"count", "--depth", "4", "--manifest", path("manifest")});
  const std::string manifest = read_file(path("manifest"));
  // Bytes of SQLite's header: application_id and user_version; 1 is the mode of a rollback journal.
  const auto with = [&](std::size_t at, const std::string& bytes) {
    std::string other = manifest;
    return other.replace(18, 2, "\1\1").replace(at, bytes.size(), bytes);
  };
  const std::string other = path("other");
  const auto error_for = [&](const std::string& bytes) {
    std::ofstream(other, std::ios::binary) << bytes;
    for (const std::vector<std::string>& call :
         {std::vector<std::string>{"count", "--depth", "4", "--manifest", other},
          {"count", "--manifest", other, path("manifest")},
          {"count", other}}) {
      EXPECT_EQ(plylab(call).status, 2);
      EXPECT_EQ(read_file(other), bytes);
      EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("")), {}), 2);
    }
    return plylab({"count", "--depth", "4", "--manifest", other}).err;
  };
  for (const std::string& bytes :
       {std::string("x"), std::string(4096, 'x'), std::string(4096, '\0'), manifest.substr(0, 60),
        with(68, "mine"), with(68, std::string(4, '\0'))})
    EXPECT_EQ(error_for(bytes), "plylab: '" + other + "' is not a manifest of plylab count\n");
  EXPECT_EQ(error_for(with(60, std::string("\0\0\0\2", 4))),
            "plylab: '" + other +
                "' was written by another version of plylab: use that version, or count into a new "
                "manifest\n");
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", path("none/new")}).err,
            "plylab: '" + path("none/new") + "' cannot be created: there is no folder '" +
                path("none") + "'\n");
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", "/dev/null"}).err,
            "plylab: '/dev/null' is not a regular file\n");
}

TEST_F(CountByUnits, ReportsOptionsThatContradictTheManifest) {
  const std::string manifest = path("four");
  report_of({"count", "--depth", "4", "--manifest", manifest});
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", manifest});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_EQ(error_of({"--depth", "5"}), "plylab: '" + manifest + "' has depth 4, not 5\n");
  EXPECT_THAT(error_of({"--fen", "kiwipete"}),
              StartsWith("plylab: '" + manifest + "' has position rnbqkbnr/"));
  EXPECT_EQ(error_of({"--game", "checkers"}),
            "plylab: '" + manifest + "' has game chess, not checkers\n");
  EXPECT_EQ(error_of({"--frontier", "2"}), "plylab: '" + manifest + "' has frontier 1, not 2\n");
  EXPECT_EQ(error_of({"--stats"}), "plylab: '" + manifest + "' has no statistics\n");
  EXPECT_EQ(error_of({"--gen", "all"}), "plylab: --gen: give a single generator, not all\n");
  EXPECT_EQ(error_of({"--part", "3/2"}),
            "plylab: --part: '3/2' is not I/N with I from 1 to N, such as 3/8\n");
  EXPECT_EQ(rows_of(report_of({"count", "--manifest", manifest}), "count")[0]["leaves"], 197281);
}

TEST_F(CountByUnits, EndsInOneLineWhereTheDiskIsFull) {
  // A file may not grow beyond so many blocks of 512 bytes: the same error of a write as on a full
  // disk. The last two end a write in its midst.
  const auto error_of = [&](int blocks) {
    const Finished run = testing::run_process(
        "/bin/sh", {"-c", fmt::format("ulimit -f {}; exec {} count --depth 3 --frontier 1 "
                                      "--manifest {}",
                                      blocks, PLYLAB_PROGRAM, path("full"))});
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(std::filesystem::is_empty(path("")));
    return run.err;
  };
  const std::string begin = "plylab: '" + path("full") + "' cannot be read or written: ";
  EXPECT_EQ(error_of(8), begin + "File too large\n");
  EXPECT_EQ(error_of(2), begin + "the disk may be full\n");
  EXPECT_EQ(error_of(4), begin + "the disk may be full\n");
}

}  // namespace
}  // namespace plylab::perft::cluster
