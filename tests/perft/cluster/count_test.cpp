// Counts in units: the same as perft in whatever way they come about, and after any interruption.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gen/splitmix64.h"
#include "perft/cluster/count_run.h"
#include "perft/cluster/shares.h"
#include "tests/support/input_error_of.h"
#include "tests/support/kill_after.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::input_error_of;
using testing::plylab;
using ::testing::StartsWith;

/// A folder for manifests.
class CountByUnits : public testing::WithFolder {
 protected:
  /// A whole count, in one go, as it is in the file.
  Result count(const CountableGame& game, const Plan& plan, const CountJob& job = {}) {
    const std::string file = path(std::to_string(manifests_++));
    {
      Manifest manifest(file);
      count_missing(game, plan, manifest, job);
    }
    Manifest manifest(file);
    return known_from(manifest).result;
  }

 private:
  int manifests_ = 0;
};

void expect_equal(const Result& a, const Result& b) {
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.leaves, b.leaves);
  EXPECT_EQ(a.higher, b.higher);
  EXPECT_EQ(a.kinds, b.kinds);
  EXPECT_EQ(a.branches, b.branches);
}

/// The report of a count, which must be finished.
nlohmann::json json_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--format", "json"});
  const Finished run = plylab(arguments);
  EXPECT_EQ(run.status, 0) << run.err;
  return nlohmann::json::parse(run.out);
}

nlohmann::json table(const nlohmann::json& report, const std::string& name) {
  for (const auto& one : report["tables"])
    if (one["name"] == name) return one["rows"];
  return {};
}

TEST_F(CountByUnits, IsPerftInEveryGame) {
  struct Case {
    const char *game, *position;
    int depth;
    bool statistics, with_higher;
  };
  for (const Case& test : std::vector<Case>{
           {"chess", "kiwipete", 4, true, false},
           {"chess", "startpos", 5, false, false},
           {"chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 4, true, true},
           {"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 4, false, true},
           {"checkers", "startpos", 8, true, false},
           {"reversi", "startpos", 7, true, true},
           {"reversi", "startpos", 7, false, true},
           {"tictactoe", ".../.../...", 9, true, false},
           {"tictactoe", ".../.../...", 9, true, true},
           {"synthetic-tree", "tree(width=4,depth=6,merge=0.2)", 6, false, false},
       }) {
    const CountableGame& game = find_game(countable_games(), test.game);
    Plan plan{.game = test.game,
              .position = game.info.canonical(test.position),
              .depth = test.depth,
              .statistics = test.statistics,
              .with_higher = test.with_higher};
    Job job{.depth = test.depth,
            .mode = test.statistics ? Mode::statistics : Mode::bulk,
            .with_higher = test.with_higher};
    const Result expected = game.run(plan.position, job);
    for (plan.ply = 0; plan.ply < test.depth; plan.ply += 2)
      for (const std::size_t hash_mib : {0, 4}) {
        SCOPED_TRACE(::testing::Message() << test.game << ' ' << test.position << " frontier "
                                          << plan.ply << " hash " << hash_mib);
        Result result = count(game, plan, {.threads = 2, .hash_mib = hash_mib, .exact = true});
        if (result.kinds.empty()) result.kinds = expected.kinds;  // no unit, no move
        expect_equal(result, expected);
      }
  }
}

TEST_F(CountByUnits, OfPartsIsTheSameMerged) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{.game = "chess",
                  .position = game.info.canonical("startpos"),
                  .depth = 5,
                  .statistics = true,
                  .ply = 3};
  const Result expected = count(game, plan);
  Manifest all(path("all"));
  for (std::size_t part = 1; part <= 3; ++part) {
    const std::string name = path("part" + std::to_string(part));
    {
      Manifest manifest(name);
      // Another generator for each of them.
      count_missing(
          game, plan, manifest,
          {.generator = game.info.generator_names()[part - 1], .part = {.number = part, .of = 3}});
      EXPECT_FALSE(known_from(manifest).result.complete);
    }
    all.merge({name});
    all.merge({name});  // which changes nothing
    EXPECT_EQ(known_from(all).result.complete, part == 3);
  }
  expect_equal(known_from(all).result, expected);
  EXPECT_EQ(known_from(all).workers.size(), 3U);
}

TEST(Shares, GiveEachNumberOnceAndNeighboursToOne) {
  for (const std::size_t takers : {1U, 2U, 5U, 200U}) {
    Shares shares(100, takers);
    std::vector<int> given(100);
    for (std::size_t turn = 0, idle = 0; idle < takers; ++turn)
      if (const auto number = shares.next(turn % 7 == 0 ? 0 : turn % takers)) {
        ++given[*number];
        idle = 0;
      } else {
        ++idle;
      }
    EXPECT_EQ(std::count(given.begin(), given.end(), 1), 100) << takers;
  }
  Shares two(100, 2);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(two.next(1), 50 + i);
  EXPECT_EQ(two.next(1), 25U);  // the second half of what the other has
  EXPECT_EQ(two.next(0), 0U);
}

TEST_F(CountByUnits, RefusesWhatDoesNotBelongTogether) {
  const CountableGame& game = find_game(countable_games(), "chess");
  Plan plan{.game = "chess", .position = game.info.canonical("startpos"), .depth = 4, .ply = 2};
  Manifest four(path("four")), five(path("five"));
  count_missing(game, plan, four, {});
  plan.depth = 5;
  count_missing(game, plan, five, {});
  EXPECT_EQ(input_error_of([&] { four.begin(plan); }),
            fmt::format("'{}' is of another count: its depth is 4, not 5", four.path()));
  EXPECT_EQ(
      input_error_of([&] {
        four.add({0, {{0, {1}}}, "1", 0}, {});
      }),
      fmt::format("'{0}': unit 0 has other counts than in '{0}': 1 and 29444 leaves", four.path()));
}

TEST_F(CountByUnits, MergesAllFilesOrNone) {
  const CountableGame& game = find_game(countable_games(), "chess");
  Plan plan{.game = "chess", .position = game.info.canonical("startpos"), .depth = 4, .ply = 2};
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
            fmt::format("'{}' is of another count than '{}': its depth is 5, not 4", path("5"),
                        path("4")));
  EXPECT_EQ(input_error_of([&] {
              all.merge({path("4"), path("text")});
            }),
            fmt::format("'{}': file is not a database", path("text")));
  EXPECT_FALSE(all.plan());
  all.merge({path("5")});
  EXPECT_EQ(known_from(all).result.leaves, 4865609U);
}

TEST_F(CountByUnits, LeavesNoManifestThatHasNoPlan) {
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", path("new")});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    EXPECT_TRUE(std::filesystem::is_empty(path("")));
    return run.err;
  };
  EXPECT_EQ(error_of({}), "plylab: --depth: how deep is to be counted?\n");
  EXPECT_EQ(error_of({path("none")}), "plylab: cannot open '" + path("none") + "'\n");
  // But a file that was there before is the user's.
  std::ofstream(path("empty")).close();
  EXPECT_EQ(plylab({"count", "--manifest", path("empty")}).status, 2);
  EXPECT_TRUE(std::filesystem::exists(path("empty")));
}

TEST_F(CountByUnits, SaysInEachTableWhatIsMissing) {
  const auto report = json_of({"count", "--depth", "4", "--frontier", "2", "--part", "1/4",
                               "--stats", "--manifest", path("part")});
  for (const std::string name : {"count", "divide", "statistics"}) {
    const auto& tables = report["tables"];
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const auto& one) { return one["name"] == name; });
    ASSERT_NE(found, tables.end());
    EXPECT_THAT((*found)["notes"].dump(), HasSubstr("all figures are of 1 of 7 units"));
    EXPECT_FALSE((*found)["rows"].empty());
  }
}

TEST_F(CountByUnits, TellsWhetherAPartIsDone) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{
      .game = "chess", .position = game.info.canonical("startpos"), .depth = 4, .ply = 3};
  const Part part{1, 4};
  const std::string begun = path("begun");
  {
    Manifest whole(path("whole")), manifest(begun);
    count_missing(game, plan, whole, {});
    manifest.begin(*whole.plan(), part);
    bool is_first = true;
    whole.for_each_unit([&](const Unit& unit, const Worker& worker) {
      if (std::exchange(is_first, false)) manifest.add(unit, worker);
    });
  }
  const auto expect = [&](const nlohmann::json& report, int finished, const std::string& note) {
    const auto row = table(report, "count")[0];
    EXPECT_EQ(row["part_units"], 21);
    EXPECT_EQ(row["part_finished"], finished);
    EXPECT_EQ(report["tables"][0]["notes"][0], note);
  };
  const Finished shown = plylab({"count", begun, "--format", "json"});
  EXPECT_EQ(shown.status, 1);  // not yet
  expect(nlohmann::json::parse(shown.out), 1, "part 1/4: 1 of its 21 units are counted");
  expect(json_of({"count", "--manifest", begun}), 21,
         "part 1/4: 21 of its 21 units are counted: it is done");
  const auto none = json_of({"count", "--depth", "2", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1",
                             "--frontier", "1", "--part", "1/4", "--manifest", path("none")});
  EXPECT_EQ(none["tables"][0]["notes"][0], "part 1/4 has no units: there is nothing to be done");
}

TEST_F(CountByUnits, GoesOnAfterAStop) {
  const CountableGame& game = find_game(countable_games(), "checkers");
  const Plan plan{
      .game = "checkers", .position = game.info.canonical("startpos"), .depth = 9, .ply = 7};
  std::size_t stops = 0;
  for (bool complete = false; !complete; ++stops) {
    Manifest manifest(path("stopped"));
    std::atomic<bool> stop = false;
    int units = 0;
    CountJob job{.threads = 2, .stop = &stop};
    job.progress = [&](double, double) {
      if (++units == 100) stop = true;
    };
    count_missing(game, manifest.plan() ? *manifest.plan() : plan, manifest, job);
    complete = known_from(manifest).result.complete;
    if (complete) expect_equal(known_from(manifest).result, count(game, plan));
  }
  EXPECT_GT(stops, 3U);
}

TEST_F(CountByUnits, GoesOnExactlyAfterBeingKilled) {
  const std::vector<std::string> arguments{
      "count",     "--depth", "6",     "--frontier",   "4",          "--gen",       "x88",
      "--threads", "2",       "--out", path("report"), "--manifest", path("killed")};
  const auto expected = table(json_of({"divide", "--depth", "6"}), "divide");
  std::uint64_t random = 1;
  for (int i = 0; i < 10; ++i)
    testing::kill_after(std::chrono::microseconds(splitmix64(random) % 400'000), arguments);
  const auto report =
      json_of({"count", "--depth", "6", "--frontier", "4", "--manifest", path("killed")});
  EXPECT_EQ(report["complete"], true);
  const auto divide = table(report, "divide");
  ASSERT_EQ(divide.size(), expected.size());
  for (std::size_t i = 0; i < divide.size(); ++i) {
    EXPECT_EQ(divide[i]["move"], expected[i]["move"]);
    EXPECT_EQ(divide[i]["leaves"], expected[i]["bitboard"]);
  }
}

TEST_F(CountByUnits, IsMergedByTheCommand) {
  for (const std::string part : {"1", "2"})
    EXPECT_EQ(json_of({"count", "--game", "reversi", "--depth", "8", "--stats", "--part",
                       part + "/2", "--manifest", path(part)})["complete"],
              true);
  const auto merged = json_of({"count", "--manifest", path("all"), path("1"), path("2")});
  const auto whole = json_of({"perft", "--game", "reversi", "--depth", "8", "--stats"});
  EXPECT_EQ(table(merged, "count")[0]["leaves"], 390216);
  EXPECT_TRUE(table(merged, "workers")[0].contains("thread_rate"));
  EXPECT_TRUE(table(merged, "count")[0].contains("call_seconds"));
  EXPECT_EQ(table(merged, "statistics")[0], table(whole, "statistics")[7]);
}

TEST_F(CountByUnits, IsNotTakenForTheWholeByAScript) {
  json_of({"count", "--depth", "4", "--frontier", "3", "--part", "1/2", "--manifest", path("1")});
  json_of({"count", path("1")});  // the part is whole
  const Finished merged = plylab({"count", "--manifest", path("all"), path("1")});
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.out, HasSubstr("all figures are of 42 of 84 units"));
}

TEST_F(CountByUnits, GoesOnWithThePartThatAManifestIsOf) {
  const std::string part = path("1");
  const std::vector<std::string> count{"count", "--manifest", part};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), count.begin(), count.end());
    return more;
  };
  const auto first = json_of(with({"--depth", "5", "--part", "2/3"}));
  const auto again = json_of(count);
  EXPECT_EQ(table(again, "divide"), table(first, "divide"));
  EXPECT_THAT(again["tables"][0]["notes"].dump(), HasSubstr("part 2/3: "));
  EXPECT_EQ(plylab(with({"--part", "1/3"})).err,
            "plylab: '" + part + "' is part 2/3 of a count, not 1/3\n");
  EXPECT_EQ(plylab(with({part})).err, "plylab: '" + part +
                                          "' is part 2/3 of a count: merge it, too, into a file of "
                                          "its own\n");
}

TEST_F(CountByUnits, FindsWhatHasBeenChangedInAManifest) {
  const std::string manifest = path("four");
  json_of({"count", "--depth", "4", "--frontier", "2", "--manifest", manifest});
  const auto bytes = [&] {
    std::ifstream in(manifest, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }();
  const auto error_after = [&](const char* sql) {
    std::ofstream(manifest, std::ios::binary) << bytes;
    Database(manifest).run(sql);
    const Finished run = plylab({"count", "--manifest", manifest});
    EXPECT_EQ(run.status, 2) << sql;
    EXPECT_EQ(plylab({"certify", manifest, "--certificate", path("certificate")}).status, 2) << sql;
    return run.err;
  };
  for (const char* column : {"counts", "positions", "seconds", "host", "program", "generator",
                             "kernel", "digest", "number"})
    EXPECT_EQ(error_after(fmt::format("UPDATE units SET {} = 9 WHERE number = 3", column).c_str()),
              fmt::format("plylab: '{}': unit {} has been changed\n", manifest,
                          column == std::string("number") ? 9 : 3));
  for (const char* column : {"depth", "units", "with_higher", "paths", "ended"})
    EXPECT_EQ(
        error_after(fmt::format("UPDATE plan SET value = '1' WHERE name = '{}'", column).c_str()),
        column == std::string("ended")
            ? fmt::format("plylab: '{}': its plan cannot be read\n", manifest)
            : fmt::format("plylab: '{}': its plan has been changed\n", manifest));
}

TEST_F(CountByUnits, KnowsWhatTwoGeneratorsHaveCounted) {
  for (const std::string generator : {"mailbox", "bitboard"})
    json_of({"count", "--depth", "5", "--frontier", "3", "--gen", generator, "--manifest",
             path(generator)});
  const auto merged =
      json_of({"count", "--manifest", path("both"), path("mailbox"), path("bitboard")});
  EXPECT_EQ(table(merged, "count")[0]["leaves"], 4865609);
  EXPECT_EQ(table(merged, "workers").size(), 2U);
  EXPECT_THAT(merged["tables"][2]["notes"].dump(), HasSubstr("totals have each unit once"));
  const auto certificate = json_of({"certify", path("both"), "--certificate", path("certificate")});
  EXPECT_EQ(table(certificate, "certificate")[0]["twice"],
            table(certificate, "certificate")[0]["units"]);
}

TEST_F(CountByUnits, HasAManifestForItself) {
  const std::string manifest = path("taken");
  const Manifest taken(manifest);
  const Finished run = plylab({"count", "--depth", "4", "--manifest", manifest});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "plylab: '" + manifest +
                "' is being written by another plylab; plylab count FILE shows what is finished\n");
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

TEST_F(CountByUnits, RefusesOtherFiles) {
  const std::string text = path("text");
  std::ofstream(text) << std::string(4096, 'x');
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", text}).err,
            "plylab: '" + text + "': file is not a database\n");
  const std::string other = path("other");
  Database(other).run("CREATE TABLE plan(x)");
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", other}).err,
            "plylab: '" + other + "' is no manifest of a count\n");
  EXPECT_EQ(plylab({"count", "--depth", "4", "--manifest", "/dev/null"}).err,
            "plylab: '/dev/null' is no regular file\n");
}

TEST_F(CountByUnits, TellsOptionsThatTheManifestContradicts) {
  const std::string manifest = path("four");
  json_of({"count", "--depth", "4", "--manifest", manifest});
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", manifest});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_EQ(error_of({"--depth", "5"}), "plylab: '" + manifest + "' is of depth 4, not 5\n");
  EXPECT_THAT(error_of({"--fen", "kiwipete"}),
              StartsWith("plylab: '" + manifest + "' is of position rnbqkbnr/"));
  EXPECT_EQ(error_of({"--game", "checkers"}),
            "plylab: '" + manifest + "' is of game chess, not checkers\n");
  EXPECT_EQ(error_of({"--frontier", "2"}), "plylab: '" + manifest + "' is of frontier 1, not 2\n");
  EXPECT_EQ(error_of({"--stats"}), "plylab: '" + manifest + "' is without statistics\n");
  EXPECT_EQ(error_of({"--gen", "all"}), "plylab: --gen: one generator counts, not all\n");
  EXPECT_EQ(error_of({"--part", "3/2"}),
            "plylab: --part: '3/2' is not a part and their number, such as 3/8\n");
  EXPECT_EQ(table(json_of({"count", "--manifest", manifest}), "count")[0]["leaves"], 197281);
}

TEST_F(CountByUnits, EndsInOneLineWhereTheDiskIsFull) {
  // A file may not grow beyond a few kilobytes: the same error of a write as on a full disk.
  const Finished run =
      testing::run_process("/bin/sh", {"-c", "ulimit -f 8; exec " PLYLAB_PROGRAM
                                             " count --depth 3 --frontier 1 --manifest " +
                                                 path("full")});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, StartsWith("plylab: '" + path("full") + "': "));
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
}

TEST_F(CountByUnits, PrintsNoJobScriptThatWouldFail) {
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", path("x"), "--script", "slurm"});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_EQ(error_of({"--part", "1/3"}), "plylab: --depth: how deep is to be counted?\n");
  EXPECT_EQ(error_of({"--depth", "4"}), "plylab: --script: of how many parts? --part 1/64, say\n");
  for (const std::string option : {"--out", "--format", "--table"})
    EXPECT_THAT(error_of({"--depth", "4", "--part", "1/3", option, "json"}), HasSubstr(option));
  for (const std::string option : {"--legend", "--quiet"})
    EXPECT_THAT(error_of({"--depth", "4", "--part", "1/3", option}), HasSubstr(option));
}

TEST_F(CountByUnits, AsksForAsManyProcessorsAsThreads) {
  const std::vector<std::string> count{"count",      "--depth", "4",        "--part", "1/3",
                                       "--manifest", "x",       "--script", "slurm"};
  EXPECT_THAT(plylab(count).out, HasSubstr("#SBATCH --cpus-per-task=1\n"));
}

TEST_F(CountByUnits, PrintsAJobScriptThatCountsAllParts) {
  const Finished script = plylab({"count", "--depth", "4", "--frontier", "2", "--part", "1/3",
                                  "--manifest", "x", "--threads", "2", "--script", "slurm"});
  EXPECT_EQ(script.status, 0) << script.err;
  EXPECT_THAT(script.out, HasSubstr("#SBATCH --array=1-3\n"));
  EXPECT_THAT(script.out, HasSubstr("#SBATCH --cpus-per-task=2\n"));
  EXPECT_THAT(script.out, HasSubstr("#SBATCH --signal=B:TERM@30\n"));
  // What Slurm does.
  std::ofstream(path("job.sh")) << script.out;
  const std::string jobs = "cd '" + path("") +
                           "' && export SLURM_CPUS_PER_TASK=1 && for i in 1 2 3; do "
                           "SLURM_ARRAY_TASK_ID=$i sh job.sh || exit; done && touch x.1-wal && " +
                           PLYLAB_PROGRAM + " count --manifest x x.*";
  const Finished run = testing::run_process("/bin/sh", {"-c", jobs});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("197281"));
}

}  // namespace
}  // namespace plylab::perft::cluster
