// Counts in units: the same as perft in whatever way they come about, and after any interruption.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/random.h"
#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/kill_after.h"
#include "tests/support/report.h"

namespace plylab::perft::cluster {
namespace {

using testing::report_of;
using testing::rows_of;

void expect_equal(const Result& a, const Result& b) {
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.leaves, b.leaves);
  EXPECT_EQ(a.early, b.early);
  EXPECT_EQ(a.kinds, b.kinds);
  EXPECT_EQ(a.branches, b.branches);
}

TEST_F(CountByUnits, IsPerftInEveryGame) {
  struct Case {
    const char *game, *position;
    int depth;
    bool statistics, early_leaves;
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
              .position = game.info.parse(test.position).text(),
              .depth = test.depth,
              .statistics = test.statistics,
              .early_leaves = test.early_leaves};
    Job job{.depth = test.depth,
            .mode = test.statistics ? Mode::statistics : Mode::bulk,
            .early_leaves = test.early_leaves};
    const Result expected = game.run(game.info.parse(plan.position), job);
    for (plan.ply = 0; plan.ply < test.depth; plan.ply += 2)
      for (const std::size_t hash_mib : {0, 4}) {
        SCOPED_TRACE(::testing::Message() << test.game << ' ' << test.position << " frontier "
                                          << plan.ply << " hash " << hash_mib);
        Result result =
            count(game, plan, {.how = {.threads = 2, .hash_mib = hash_mib, .exact = true}});
        if (result.kinds.empty()) result.kinds = expected.kinds;  // no unit, no move
        expect_equal(result, expected);
      }
  }
}

TEST_F(CountByUnits, OfPartsIsTheSameMerged) {
  const CountableGame& game = find_game(countable_games(), "chess");
  const Plan plan{.game = "chess",
                  .position = game.info.parse("startpos").text(),
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
      count_missing(game, plan, manifest,
                    {.how = {.generator = game.info.generator_names()[part - 1]},
                     .part = {.number = part, .of = 3}});
      EXPECT_FALSE(sum_of(manifest).result.complete);
    }
    all.merge({name});
    all.merge({name});  // which changes nothing
    EXPECT_EQ(sum_of(all).result.complete, part == 3);
  }
  expect_equal(sum_of(all).result, expected);
  EXPECT_EQ(sum_of(all).origins.size(), 3U);
}

TEST_F(CountByUnits, ContinuesAfterAStop) {
  const CountableGame& game = find_game(countable_games(), "checkers");
  const Plan plan{
      .game = "checkers", .position = game.info.parse("startpos").text(), .depth = 9, .ply = 7};
  std::size_t stops = 0;
  for (bool complete = false; !complete; ++stops) {
    Manifest manifest(path("stopped"));
    std::atomic<bool> stop = false;
    int units = 0;
    CountJob job{.how = {.threads = 2, .stop = &stop}};
    job.how.progress = [&](double, double) {
      if (++units == 100) stop = true;
    };
    count_missing(game, manifest.plan() ? *manifest.plan() : plan, manifest, job);
    complete = sum_of(manifest).result.complete;
    if (complete) expect_equal(sum_of(manifest).result, count(game, plan));
  }
  EXPECT_GT(stops, 3U);
}

TEST_F(CountByUnits, IsExactAfterBeingKilled) {
  const std::vector<std::string> arguments{
      "count",     "--depth", "6",     "--frontier",   "4",          "--gen",       "x88",
      "--threads", "2",       "--out", path("report"), "--manifest", path("killed")};
  const auto expected = rows_of(report_of({"divide", "--depth", "6"}), "divide");
  std::uint64_t random = 1;
  for (int i = 0; i < 10; ++i)
    testing::kill_after(std::chrono::microseconds(splitmix64(random) % 400'000), arguments);
  const auto report =
      report_of({"count", "--depth", "6", "--frontier", "4", "--manifest", path("killed")});
  EXPECT_EQ(report["complete"], true);
  const auto divide = rows_of(report, "divide");
  ASSERT_EQ(divide.size(), expected.size());
  for (std::size_t i = 0; i < divide.size(); ++i) {
    EXPECT_EQ(divide[i]["move"], expected[i]["move"]);
    EXPECT_EQ(divide[i]["leaves"], expected[i]["bitboard"]);
  }
}

}  // namespace
}  // namespace plylab::perft::cluster
