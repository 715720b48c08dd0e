// Counts by several processes that mpirun starts, more of them than there are processors.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/base/parallel.h"
#include "tests/support/mpirun.h"
#include "tests/support/report.h"
#include "tests/support/temporary_folder.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::mpirun;

using CountByRanks = testing::WithFolder;

/// The rows of a table of the report in this text.
nlohmann::json rows_of(const std::string& report, const std::string& name) {
  return testing::rows_of(nlohmann::json::parse(report), name);
}

/// The counts of the root moves.
std::vector<std::string> divide(const std::string& report, const std::string& column) {
  std::vector<std::string> lines;
  for (const auto& row : rows_of(report, "divide"))
    lines.push_back(fmt::format("{} {}", row["move"].get<std::string>(), row[column].dump()));
  return lines;
}

TEST_F(CountByRanks, IsPerftByAnyNumberOfThem) {
  const std::string count =
      "exec $PLYLAB count --depth 5 --frontier 3 --stats --threads 1 "
      "--format json --manifest ";
  const Finished alone = testing::plylab({"divide", "--depth", "5", "--format", "json"});
  const Finished statistics =
      testing::plylab({"perft", "--depth", "5", "--stats", "--format", "json"});
  for (const int ranks : {1, 2, 5}) {
    const Finished run = mpirun(ranks, count + path(std::to_string(ranks)));
    ASSERT_EQ(run.status, 0) << ranks << run.err;
    EXPECT_EQ(divide(run.out, "leaves"), divide(alone.out, "bitboard")) << ranks;
    EXPECT_EQ(rows_of(run.out, "statistics")[0], rows_of(statistics.out, "statistics")[4]) << ranks;
  }
}

TEST_F(CountByRanks, ShareTheProcessors) {
  for (const int ranks : {1, 2, 5}) {
    const std::string count = "exec $PLYLAB count --depth 3 --format json --manifest ";
    const Finished run = mpirun(ranks, count + path(std::to_string(ranks)));
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(nlohmann::json::parse(run.out)["provenance"]["threads"],
              std::max(1, available_processors() / ranks));
  }
  const Finished said = mpirun(2,
                               "exec $PLYLAB count --depth 3 --threads 3 --format json "
                               "--manifest " +
                                   path("said"));
  EXPECT_EQ(nlohmann::json::parse(said.out)["provenance"]["threads"], 3) << said.err;
}

TEST(Perft, IsNotDoneByRanks) {
  const Finished run = mpirun(3, "exec $PLYLAB perft --depth 3");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err.find("plylab: 3 ranks would"), run.err.rfind("plylab: "));
}

// Of the same size, or of another.
TEST_F(CountByRanks, HaveATable) {
  const Finished alone = testing::plylab({"divide", "--depth", "6", "--format", "json"});
  for (const std::string other : {"1", "4", "4 --exact", "4 --gen mailbox", "0"}) {
    const Finished run =
        mpirun(3, fmt::format("[ $OMPI_COMM_WORLD_RANK = 2 ] && other='{}' || other=4; "
                              "exec $PLYLAB count --depth 6 --frontier 3 --threads 1 "
                              "--format json --manifest '{}' --hash $other",
                              other, path("table " + other)));
    ASSERT_EQ(run.status, 0) << other << run.err;
    EXPECT_EQ(divide(run.out, "leaves"), divide(alone.out, "bitboard")) << other;
  }
}

TEST_F(CountByRanks, ContinuesAfterATableThatDidNotFit) {
  const std::string count = "exec $PLYLAB count --depth 5 --manifest " + path("table");
  const Finished refused =
      mpirun(2, "[ $OMPI_COMM_WORLD_RANK = 1 ] && more='--hash 99999999'; " + count + " $more");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.err, HasSubstr("plylab: 99999999 MiB of "));
  EXPECT_EQ(mpirun(2, count).status, 0);
}

TEST_F(CountByRanks, LosesNothingWithARank) {
  const std::string count =
      "count --depth 6 --frontier 4 --gen x88 --threads 1 --hash 8 --manifest " + path("killed");
  for (const char* seconds : {"0.2", "0.4", "0.6"})
    mpirun(3, fmt::format("[ $OMPI_COMM_WORLD_RANK = 1 ] && exec timeout -s KILL {0} $PLYLAB {1}; "
                          "exec $PLYLAB {1}",
                          seconds, count));
  const Finished run = mpirun(
      2, "exec $PLYLAB count --depth 6 --frontier 4 --format json --manifest " + path("killed"));
  ASSERT_EQ(run.status, 0) << run.err;
  const Finished alone = testing::plylab({"divide", "--depth", "6", "--format", "json"});
  EXPECT_EQ(divide(run.out, "leaves"), divide(alone.out, "bitboard"));
}

TEST_F(CountByRanks, ReportsErrorsOnce) {
  const Finished run = mpirun(3, "exec $PLYLAB count --depth 4 --manifest " + path("none/file"));
  EXPECT_NE(run.status, 0);
  EXPECT_EQ(run.err.find("plylab: '" + path("none/file")), run.err.rfind("plylab: '"));
  EXPECT_THAT(run.err, HasSubstr("cannot be created: there is no folder"));
  const Finished without = mpirun(3, "exec $PLYLAB count --depth 4");
  EXPECT_NE(without.status, 0);
  EXPECT_EQ(without.err.find("plylab: "), without.err.rfind("plylab: "));
}

TEST_F(CountByRanks, RefuseCallsThatContradictTheFirst) {
  const std::string count = "count --manifest " + path("contradicted");
  struct Case {
    std::string first, other, says;
  };
  for (const Case& with : {Case{"--depth 5", "--depth 6", "has depth 5, not 6"},
                           Case{"--depth 5", "--depth 5 --stats", "has no statistics"},
                           Case{"--depth 5", "--depth 5 --frontier 3", "has frontier 2, not 3"},
                           Case{"--depth 5", "--depth 5 --fen kiwipete", "has position"},
                           Case{"--depth 5", "--depth 5 --game checkers", "has game chess"}}) {
    const Finished run =
        mpirun(2, fmt::format("[ $OMPI_COMM_WORLD_RANK = 1 ] && exec $PLYLAB {} {}; "
                              "exec $PLYLAB {} {}",
                              count, with.other, count, with.first));
    EXPECT_NE(run.status, 0) << with.other;
    EXPECT_THAT(run.err,
                HasSubstr("plylab: the count of rank 0, unlike that of rank 1, " + with.says));
    std::filesystem::remove(path("contradicted"));
  }
}

// Open MPI gives the first rank a pseudo-terminal, wherever its output goes.
TEST_F(CountByRanks, PrintsNoColours) {
  const Finished run =
      mpirun(2, "TERM=xterm exec $PLYLAB count --depth 4 --manifest " + path("plain"));
  EXPECT_THAT(run.out, HasSubstr("197281"));
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace plylab::perft::cluster
