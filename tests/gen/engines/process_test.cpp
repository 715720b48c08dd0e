// Child processes with pipes.
#include "gen/engines/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

namespace plylab::engines {
namespace {

TEST(Processes, AProgramThatDoesNotReadIsNotWaitedForForEver) {
  const std::atomic<bool> stop = false;
  Process process({"/bin/sleep", "1000"}, stop);
  const auto deadline = Process::Clock::now() + std::chrono::milliseconds(300);
  auto event = Process::Event::done;
  for (int i = 0; i < 1000 && event == Process::Event::done; ++i)
    event = process.write_line(std::string(1000, 'x'), deadline);
  EXPECT_EQ(event, Process::Event::quiet);
  // The guard holds no end of the pipes: a dead reader is noticed.
  Process gone({"/bin/true"}, stop);
  EXPECT_EQ(gone.exit_status(Process::Clock::now() + std::chrono::seconds(20)), 0);
  EXPECT_EQ(gone.write_line("x", Process::Clock::now() + std::chrono::seconds(20)),
            Process::Event::ended);
}

}  // namespace
}  // namespace plylab::engines
