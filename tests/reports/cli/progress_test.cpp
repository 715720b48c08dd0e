// The line that says how far the work has come.
#include "reports/cli/progress.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/reports/samples.h"
#include "tests/reports/terminal.h"

namespace plylab::cli {
namespace {

using reports::longest_line;
using reports::Redirect;
using reports::Terminal;
using ::testing::MatchesRegex;

TEST(ReportsProgress, WritesALineNowAndThenWithoutATerminal) {
  using namespace std::chrono_literals;
  ::testing::internal::CaptureStderr();
  {
    Progress minutes("perft 6", "leaves");
    Progress progress("perft 7", "leaves", nullptr, 50ms);
    std::this_thread::sleep_for(60ms);
    minutes.update(0.5, 1e6);  // too early
    progress.update(0.25, 1e6);
    std::this_thread::sleep_for(60ms);
    progress.update(0.5, 1e6);
    progress.finish();
    std::this_thread::sleep_for(60ms);
    progress.update(0.75, 1e6);
  }
  EXPECT_THAT(
      ::testing::internal::GetCapturedStderr(),
      MatchesRegex("perft 7: 25 %, .* leaves/s, .* left\nperft 7: 50 %, .* leaves/s, .* left\n"));
}

TEST(ReportsProgress, DrawsAndErasesALineOnATerminal) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(200);
  const Redirect redirect(STDERR_FILENO, terminal.descriptor());
  Progress progress("perft 7", "leaves");
  progress.update(0.1, 1e6);
  EXPECT_EQ(terminal.shown(), "");  // too early
  std::this_thread::sleep_for(std::chrono::milliseconds(510));
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&progress] {
        for (int j = 0; j < 100; ++j) progress.update(0.5, 1e6);
      });
  }
  const std::string line = terminal.shown();
  EXPECT_TRUE(line.starts_with("\rperft 7: 50 %, ")) << line;
  EXPECT_TRUE(line.ends_with(" M leaves/s, 1 s left")) << line;
  EXPECT_EQ(std::count(line.begin(), line.end(), '\r'), 1);
  progress.finish();
  EXPECT_EQ(terminal.shown(), '\r' + std::string(line.size() - 1, ' ') + '\r');
  progress.update(0.9, 2e6);
  EXPECT_EQ(terminal.shown(), "");
}

TEST(ReportsProgress, TellsHowItStands) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  const Terminal terminal(200);
  const Redirect redirect(STDERR_FILENO, terminal.descriptor());
  Progress progress("match", "games");
  std::this_thread::sleep_for(std::chrono::milliseconds(510));
  progress.update(-1, 50, "+12 -8 =30, 54.0 %");
  const std::string line = terminal.shown();
  EXPECT_TRUE(line.starts_with("\rmatch: +12 -8 =30, 54.0 %, ")) << line;
  EXPECT_TRUE(line.ends_with(" games/s")) << line;
}

TEST(ReportsProgress, LinesFit) {
  if (!Terminal::available()) GTEST_SKIP() << "no pseudo-terminals on this machine";
  for (const unsigned columns : {200u, 40u}) {
    const Terminal terminal(columns);
    const Redirect redirect(STDERR_FILENO, terminal.descriptor());
    Progress progress(std::string(100, 'x'), "leaves");
    std::this_thread::sleep_for(std::chrono::milliseconds(510));
    progress.update(1e-300, 1e300);
    EXPECT_EQ(longest_line(terminal.shown()), columns == 200 ? 80u : 40u);  // with the \r
  }
}

}  // namespace
}  // namespace plylab::cli
