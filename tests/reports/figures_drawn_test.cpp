// rsvg-convert takes what is written for it. Left out where it is not installed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gen/base/files.h"
#include "tests/support/process.h"

namespace plylab::reports {
namespace {

using ::testing::StartsWith;

TEST(FiguresDrawn, AreWhatTheExtensionSays) {
  if (!testing::find_program("rsvg-convert")) GTEST_SKIP() << "no rsvg-convert";
  const auto directory =
      std::filesystem::temp_directory_path() / ("plylab_figures_" + std::to_string(getpid()));
  std::filesystem::create_directory(directory);
  const auto path = [&](const std::string& name) { return (directory / name).string(); };
  const auto run = testing::plylab(
      {"search", "--suite", "bratko-kopec", "--algo", "minimal,alphabeta,pvs", "--depth", "2,3",
       "--figure", "growth=" + path("growth.pdf"), "--figure", "ratio=" + path("ratio.png"),
       "--figure", "profile=" + path("profile.png"), "--figure", "scatter=" + path("scatter.pdf")});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err.find("rsvg"), std::string::npos) << run.err;
  for (const char* name : {"growth.pdf", "scatter.pdf"})
    EXPECT_THAT(read_file(path(name)), StartsWith("%PDF")) << name;
  for (const char* name : {"ratio.png", "profile.png"})
    EXPECT_THAT(read_file(path(name)), StartsWith("\x89PNG")) << name;
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace plylab::reports
