// How takers share units.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "gen/base/input_error.h"
#include "perft/cluster/coordinator.h"

namespace plylab::perft::cluster {
namespace {

/// Of units without records, which are thrown away when they are finished.
Dispenser dispenser_of(std::size_t units, std::size_t takers,
                       const std::atomic<bool>* stop = nullptr) {
  std::vector<std::size_t> all(units);
  std::iota(all.begin(), all.end(), 0);
  return {all, takers, stop, [](std::size_t) { return Bytes(); },
          [](const Unit&, const Origin&) {}};
}

TEST(Dispenser, GivesEachUnitOnceAndNeighboursToOne) {
  for (const std::size_t takers : {1U, 2U, 5U, 200U}) {
    Dispenser dispenser = dispenser_of(100, takers);
    std::vector<int> given(100);
    for (std::size_t turn = 0, idle = 0; idle < takers; ++turn)
      if (const auto work = dispenser.next(turn % 7 == 0 ? 0 : turn % takers)) {
        ++given[work->number];
        idle = 0;
      } else {
        ++idle;
      }
    EXPECT_EQ(std::count(given.begin(), given.end(), 1), 100) << takers;
  }
  Dispenser two = dispenser_of(100, 2);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(two.next(1)->number, 50 + i);
  EXPECT_EQ(two.next(1)->number, 25U);  // the second half of what the other has
  EXPECT_EQ(two.next(0)->number, 0U);
}

TEST(Dispenser, GivesNoMoreAfterAStopOrAFailure) {
  std::atomic<bool> stop = false;
  Dispenser stopped = dispenser_of(2, 1, &stop);
  EXPECT_TRUE(stopped.next(0));
  stop = true;
  EXPECT_FALSE(stopped.next(0));
  EXPECT_NO_THROW(stopped.check());

  Dispenser failing(
      {0, 1}, 1, nullptr, [](std::size_t) { return Bytes(); },
      [](const Unit&, const Origin&) { throw InputError("the disk is full"); });
  EXPECT_TRUE(failing.next(0));
  failing.take({}, {});
  EXPECT_FALSE(failing.next(0));
  EXPECT_THROW(failing.check(), InputError);

  Dispenser unreadable(
      {0, 1}, 1, nullptr, [](std::size_t) -> Bytes { throw InputError("the disk is gone"); },
      [](const Unit&, const Origin&) {});
  EXPECT_FALSE(unreadable.next(0));
  EXPECT_THROW(unreadable.check(), InputError);
}

// As the parts of a count do, which know nothing of each other.
TEST(Dispenser, HasSharesThatFitTogether) {
  for (const std::size_t of : {1U, 3U, 7U, 200U}) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < of; ++i) {
      EXPECT_EQ(share_of(100, i, of).from, next);
      next = share_of(100, i, of).to;
    }
    EXPECT_EQ(next, 100U);
  }
}

}  // namespace
}  // namespace plylab::perft::cluster
