// A whole report as a directory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gen/base/files.h"
#include "tests/support/process.h"
#include "tests/support/well_formed.h"

namespace plylab::reports {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Paper : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove_all(directory_); }

  std::string path(const std::string& name = "") const { return directory_ / name; }

  testing::Finished write() const {
    return testing::plylab({"search", "--suite", "bratko-kopec", "--algo", "minimal,alphabeta,pvs",
                            "--depth", "2,3", "--report", directory_});
  }

 private:
  const fs::path directory_ =
      fs::temp_directory_path() / ("plylab_paper_" + std::to_string(getpid()));
};

TEST_F(Paper, IsNotWrittenOverAnotherOutput) {
  ASSERT_EQ(write().status, 0);
  const std::string before = read_file(path("report.json"));
  const auto finished = testing::plylab({"search", "--depth", "2", "--report", path(), "--format",
                                         "csv", "--out", path("report.json")});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("--out and --report name the same file"));
  EXPECT_EQ(read_file(path("report.json")), before);
}

TEST_F(Paper, HasTablesPicturesAPageAndTheJson) {
  ASSERT_EQ(write().status, 0);
  const std::string text = read_file(path("report.tex"));
  EXPECT_THAT(text, HasSubstr("\\input{tables}"));
  for (const char* figure : {"growth", "branching", "ratio", "profile", "scatter"}) {
    EXPECT_THAT(text, HasSubstr(fmt::format("\\input{{figures/{}}}", figure)));
    EXPECT_TRUE(fs::exists(path(fmt::format("figures/{}.tex", figure))));
    const std::string svg = read_file(path(fmt::format("figures/{}.svg", figure)));
    EXPECT_EQ(testing::fault_in_markup(svg), "");
  }
  const auto json = testing::plylab({"report", path("report.json"), "--format", "json"});
  EXPECT_EQ(json.out, read_file(path("report.json")));
  EXPECT_EQ(testing::fault_in_markup(read_file(path("report.html"))), "");
  EXPECT_EQ(write().status, 0);  // in the place of the earlier one
}

TEST_F(Paper, ReplacesNothingElse) {
  fs::create_directory(path());
  std::ofstream(path("thesis.tex")) << "years of work";
  const auto refused = write();
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("exists and has no report.json"));
  EXPECT_FALSE(fs::exists(path("figures")));
  fs::remove(path("thesis.tex"));
  fs::create_directory(path("figures"));
  std::ofstream(path("figures/growth.svg")) << "<svg>mine</svg>";
  EXPECT_EQ(write().status, 2);
  EXPECT_EQ(read_file(path("figures/growth.svg")), "<svg>mine</svg>");
}

TEST_F(Paper, IsWrittenAgainAfterADiskThatWasFull) {
  for (const char* blocks : {"0", "64"}) {  // nothing, and the JSON but not the page
    const auto short_of_space = testing::run_process(
        "/bin/sh",
        {"-c", "ulimit -f $0; exec \"$@\"", blocks, PLYLAB_PROGRAM, "search", "--suite",
         "bratko-kopec", "--algo", "minimal,alphabeta,pvs", "--depth", "2,3", "--report", path()});
    EXPECT_EQ(short_of_space.status, 2);
    EXPECT_THAT(short_of_space.err, HasSubstr("File too large"));
  }
  EXPECT_EQ(write().status, 0);
}

TEST_F(Paper, ReplacesNoReportThatSomebodyHasChanged) {
  ASSERT_EQ(write().status, 0);
  std::ofstream(path("report.tex"), std::ios::app) << "% my conclusions\n";
  const auto refused = write();
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("has a report.tex that was edited"));
  EXPECT_THAT(read_file(path("report.tex")), HasSubstr("my conclusions"));
}

}  // namespace
}  // namespace plylab::reports
