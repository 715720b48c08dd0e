// The job script that `plylab count --script slurm` prints.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/perft/cluster/count_by_units.h"
#include "tests/support/process.h"

namespace plylab::perft::cluster {
namespace {

using testing::Finished;
using ::testing::HasSubstr;
using testing::plylab;

TEST_F(CountByUnits, PrintsNoJobScriptThatWouldFail) {
  const auto error_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--manifest", path("x"), "--script", "slurm"});
    const Finished run = plylab(options);
    EXPECT_EQ(run.status, 2);
    return run.err;
  };
  EXPECT_EQ(error_of({"--part", "1/3"}), "plylab: --depth is required\n");
  EXPECT_EQ(error_of({"--depth", "4"}),
            "plylab: --script: needs the number of parts, such as --part 1/64\n");
  for (const std::string option : {"--out", "--format", "--table"})
    EXPECT_THAT(error_of({"--depth", "4", "--part", "1/3", option, "json"}), HasSubstr(option));
  for (const std::string option : {"--legend", "--quiet"})
    EXPECT_THAT(error_of({"--depth", "4", "--part", "1/3", option}), HasSubstr(option));
}

// It would end a comment, and what follows would be a command.
TEST_F(CountByUnits, PrintsNoJobScriptWithALineBreakInAName) {
  const Finished run = plylab({"count", "--depth", "4", "--part", "1/3", "--script", "slurm",
                               "--manifest", "x\ntouch /tmp/gotcha\n"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err, "plylab: --manifest: a job script cannot name a file with a line break\n");
}

TEST_F(CountByUnits, AsksForAsManyProcessorsAsThreads) {
  const std::vector<std::string> count{"count",      "--depth", "4",        "--part", "1/3",
                                       "--manifest", "x",       "--script", "slurm"};
  EXPECT_THAT(plylab(count).out, HasSubstr("#SBATCH --cpus-per-task=1\n"));
}

TEST_F(CountByUnits, AsksForTheMemoryOfTableAndFrontier) {
  const auto script = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"count", "--depth", "4", "--part", "1/3", "--manifest", "x",
                                     "--script", "slurm"});
    return plylab(options).out;
  };
  EXPECT_THAT(script({}), HasSubstr("#SBATCH --mem=1536M\n"));
  EXPECT_THAT(script({"--hash", "16", "--memory", "100"}), HasSubstr("#SBATCH --mem=628M\n"));
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
