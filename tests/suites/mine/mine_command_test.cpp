// plylab mine, as its users meet it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gen/base/files.h"
#include "gen/epd/epd.h"
#include "tests/support/process.h"
#include "tests/support/temporary_file.h"

namespace plylab {
namespace {

using testing::plylab;
using testing::temporary;

/// The suite that the command writes.
std::string mined(const std::string& name, std::vector<std::string> arguments) {
  const std::string path = temporary(name);
  std::filesystem::remove(path);
  arguments.insert(arguments.begin(), "mine");
  arguments.insert(arguments.end(), {"--epd", path});
  EXPECT_EQ(plylab(arguments).status, 0);
  return read_file(path);
}

TEST(Mine, MakesSoundProblemsTheSameOnEveryRun) {
  const auto make = [](const char* name, const char* jobs, const char* play) {
    return mined(name, {"--positions", "4", "--to", "3", "--nodes", "10000", "--jobs", jobs,
                        "--play", play});
  };
  for (const char* play : {"random", "endings"}) {
    const std::string text = make("mates_1.epd", "1", play);
    EXPECT_EQ(text, make("mates_2.epd", "2", play));
    const epd::Suite suite = epd::parse_suite(text, "mined");
    ASSERT_EQ(suite.records.size(), 4U);
    EXPECT_TRUE(suite.issues.empty());
    EXPECT_EQ(suite.records[0].mate_distance(), 2U);
    EXPECT_EQ(suite.records[3].mate_distance(), 3U);
    EXPECT_EQ(plylab({"mate", "--suite", temporary("mates_2.epd")}).status, 0);
    EXPECT_EQ(plylab({"lint", temporary("mates_2.epd")}).status, 0);
  }
}

TEST(Mine, OverwritesNoSuite) {
  const std::string path = temporary("work.epd");
  std::ofstream(path) << "8/8/8/8/8/8/8/K1k5 w - - id \"mine\";\n";
  const auto finished = plylab({"mine", "--positions", "1", "--epd", path});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "plylab: --epd: '" + path + "' already exists\n");
  EXPECT_EQ(read_file(path), "8/8/8/8/8/8/8/K1k5 w - - id \"mine\";\n");
}

TEST(Mine, KeepsResultsWhenKilled) {
  const std::string path = temporary("killed.epd");
  std::filesystem::remove(path);
  testing::run_process("/bin/sh",
                       {"-c",
                        "\"$0\" mine --to 2 --positions 100000 --nodes 10000 --epd \"$1\" & "
                        "for i in $(seq 600); do test -s \"$1\" && break; sleep 0.1; done; "
                        "kill -KILL $!; wait $!",
                        PLYLAB_PROGRAM, path});
  const epd::Suite suite = epd::load_suite(path);
  EXPECT_FALSE(suite.records.empty());
  EXPECT_TRUE(suite.issues.empty());
  EXPECT_EQ(read_file(path).find("# Incomplete"), 0U);
}

// No proof that is under way may take longer than the user waits.
TEST(Mine, EndsWithinAProofWhenItIsInterrupted) {
  const auto interrupted = testing::run_process(
      "/bin/sh", {"-c",
                  "timeout -s INT -k 30 --preserve-status 2 \"$0\" mine --to 8 --pieces 30 "
                  "--nodes 100000000000 --epd \"$1\"",
                  PLYLAB_PROGRAM, temporary("interrupted.epd")});
  EXPECT_EQ(interrupted.status, 130);
}

TEST(Mine, ReportsErrors) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--from", "3", "--to", "2", "--epd", "x"}, "mine: --from 3 is more than --to 2"},
      {{"--play", "well", "--epd", "x"}, "--play: no 'well'; there are random, endings"},
      {{"--epd", "/no/such/folder/x.epd"},
       "cannot write '/no/such/folder/x.epd': No such file or directory"},
      {{"--epd", "-"}, "--out and --epd name the same file, '-'"}};
  for (auto [arguments, message] : cases) {
    arguments.insert(arguments.begin(), "mine");
    const auto finished = plylab(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_EQ(finished.err, "plylab: " + message + "\n");
  }
}

}  // namespace
}  // namespace plylab
