#include "search/core/budget.h"

#include <gtest/gtest.h>

#include <thread>

namespace plylab::search {
namespace {

/// Visits, with a pause for each, until the budget ends it; gives how many there were.
std::uint64_t visits(const Limits& limits, std::chrono::microseconds pause) {
  Budget budget(limits);
  try {
    while (true) {
      budget.visit();
      std::this_thread::sleep_for(pause);
    }
  } catch (const Stopped&) {
    return budget.visited();
  }
}

TEST(Budget, MeetsALimitOfNodesExactly) {
  for (const std::uint64_t nodes : {1, 63, 64, 65, 5000, 123'456})
    EXPECT_EQ(visits({.nodes = nodes}, {}), nodes);
}

// A new table costs a node some hundred microseconds.
TEST(Budget, LooksAtTheClockInTimeWhereNodesAreSlow) {
  using namespace std::chrono_literals;
  EXPECT_LE(visits({.seconds = 0.05}, 1ms), 100U);
}

TEST(Budget, EndsWhenStopped) {
  const std::atomic<bool> stop = true;
  EXPECT_LE(visits({.stop = &stop}, {}), 4096U);
}

}  // namespace
}  // namespace plylab::search
