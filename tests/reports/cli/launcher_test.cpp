// What commands that have no use for ranks do as one of several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace plylab::cli {
namespace {

using testing::Finished;

TEST(Launcher, OnlyTheFirstRankRefusesOtherCommands) {
  struct Case {
    std::string size, rank;
  };
  for (const Case& named : std::vector<Case>{{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                             {"PMI_SIZE", "PMI_RANK"},
                                             {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}})
    for (const std::string command : {"perft", "divide", "frontier"}) {
      const auto run = [&](const std::string& of, const std::string& number) {
        return testing::plylab({command, "--depth", "2"}, {{named.size, of}, {named.rank, number}});
      };
      const Finished first = run("3", "0");
      EXPECT_EQ(first.status, 2);
      EXPECT_EQ(first.out, "");
      EXPECT_EQ(first.err,
                "plylab: 3 ranks would all do the same work: only the command count shares its "
                "work among "
                "ranks\n");
      const Finished other = run("3", "1");
      EXPECT_EQ(other.status, 0);
      EXPECT_EQ(other.out + other.err, "");
      const Finished alone = run("1", "0");
      EXPECT_EQ(alone.status, 0) << alone.err;
      EXPECT_THAT(alone.out, ::testing::HasSubstr("400"));
    }
}

}  // namespace
}  // namespace plylab::cli
