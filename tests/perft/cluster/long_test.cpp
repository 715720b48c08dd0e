// Deep counts in units: the same in whatever way they come about. Minutes: run by ./lab test full.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/random.h"
#include "tests/support/kill_after.h"
#include "tests/support/mpirun.h"
#include "tests/support/process.h"
#include "tests/support/temporary_folder.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using testing::plylab;

using LongCount = testing::WithFolder;

using Rows = std::map<std::string, std::uint64_t>;

/// What a report of plylab count says: the leaves by root move, and the statistics by column.
struct Counted {
  Rows divide, statistics;
  friend bool operator==(const Counted&, const Counted&) = default;
};

Counted counted_by(const Finished& run) {
  EXPECT_EQ(run.status, 0) << run.err;
  const auto report = nlohmann::json::parse(run.out);
  EXPECT_EQ(report["complete"], true);
  Counted counted;
  for (const auto& table : report["tables"]) {
    if (table["name"] == "divide")
      for (const auto& row : table["rows"]) counted.divide[row["move"]] = row["leaves"];
    if (table["name"] == "statistics")
      for (const auto& [column, value] : table["rows"][0].items())
        if (value.is_number()) counted.statistics[column] = value;
  }
  return counted;
}

/// Counts by threads, by parts, and by ranks if there are such; all must be the same.
Counted counted_in_all_ways(const std::function<std::string(const std::string&)>& path,
                            const std::vector<std::string>& options) {
  const auto count = [&](const std::string& manifest, std::vector<std::string> more) {
    more.insert(more.begin(), {"count", "--manifest", path(manifest), "--format", "json"});
    return plylab(more);
  };
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), options.begin(), options.end());
    return more;
  };
  Counted whole = counted_by(count("threads", with({})));
  for (const std::string part : {"1", "2", "3"})
    count("part" + part, with({"--part", part + "/3"}));
  EXPECT_EQ(counted_by(count("merged", {path("part1"), path("part2"), path("part3")})), whole);
#ifdef PLYLAB_HAS_MPI
  for (const int ranks : {1, 2, 5}) {
    std::string call = "exec $PLYLAB count --threads 1 --format json --manifest '" +
                       path("ranks" + std::to_string(ranks)) + "'";
    for (const std::string& option : options) call += " " + option;
    EXPECT_EQ(counted_by(testing::mpirun(ranks, call)), whole) << ranks;
  }
#endif
  return whole;
}

// Chess Programming Wiki, "Perft Results", initial position, depth 8.
TEST_F(LongCount, OfChessIsTheSameInAllWays) {
  const Counted counted = counted_in_all_ways([&](const auto& name) { return path(name); },
                                              {"--depth", "8", "--stats", "--hash", "512"});
  EXPECT_EQ(counted.divide.at("total"), 84998978956);
  EXPECT_EQ(counted.statistics, (Rows{{"depth", 8},
                                      {"captures", 3523740106},
                                      {"ep", 7187977},
                                      {"castles", 23605205},
                                      {"promos", 0},
                                      {"checks", 968981593},
                                      {"disc", 847039},
                                      {"double", 147215},
                                      {"mates", 9852036}}));
}

TEST_F(LongCount, OfCheckersIsTheSameInAllWays) {
  const Counted counted =
      counted_in_all_ways([&](const auto& name) { return path(name); },
                          {"--game", "checkers", "--depth", "16", "--stats", "--hash", "512"});
  EXPECT_EQ(counted.divide.at("total"), 165629569428);
}

TEST_F(LongCount, OfReversiIsTheSameInAllWays) {
  const Counted counted =
      counted_in_all_ways([&](const auto& name) { return path(name); },
                          {"--game", "reversi", "--depth", "11", "--stats", "--hash", "512"});
  EXPECT_EQ(counted.divide.at("total"), 212258800);
}

// Aart Bik's divide of checkers to depth 18.
TEST_F(LongCount, DividesCheckersToDepthEighteen) {
  const Counted counted =
      counted_by(plylab({"count", "--game", "checkers", "--depth", "18", "--hash", "2048",
                         "--manifest", path("18"), "--format", "json"}));
  EXPECT_EQ(counted.divide, (Rows{{"12-16", 550829166472},
                                  {"11-16", 566149929068},
                                  {"11-15", 435063007630},
                                  {"10-15", 472279451484},
                                  {"10-14", 402570639569},
                                  {"9-14", 441590753001},
                                  {"9-13", 625398758917},
                                  {"total", 3493881706141}}));
}

TEST_F(LongCount, IsExactAfterAHundredKills) {
  const std::vector<std::string> arguments{"count", "--depth",      "7",          "--stats",
                                           "--gen", "x88",          "--threads",  "2",
                                           "--out", path("report"), "--manifest", path("killed")};
  std::uint64_t random = 1;
  for (int i = 0; i < 100; ++i)
    testing::kill_after(std::chrono::microseconds(splitmix64(random) % 1'000'000), arguments);
  const Counted killed =
      counted_by(plylab({"count", "--manifest", path("killed"), "--format", "json"}));
  const Counted whole = counted_by(plylab(
      {"count", "--depth", "7", "--stats", "--manifest", path("whole"), "--format", "json"}));
  EXPECT_EQ(killed, whole);
  EXPECT_EQ(whole.divide.at("total"), 3195901860);
}

}  // namespace
}  // namespace plylab::perft::cluster
