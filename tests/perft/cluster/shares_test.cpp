// How takers share numbers.
#include "perft/cluster/shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace plylab::perft::cluster {
namespace {

TEST(Shares, GiveEachNumberOnceAndNeighboursToOne) {
  for (const std::size_t takers : {1U, 2U, 5U, 200U}) {
    Shares shares(100, takers);
    std::vector<int> given(100);
    for (std::size_t turn = 0, idle = 0; idle < takers; ++turn)
      if (const auto number = shares.next(turn % 7 == 0 ? 0 : turn % takers)) {
        ++given[*number];
        idle = 0;
      } else {
        ++idle;
      }
    EXPECT_EQ(std::count(given.begin(), given.end(), 1), 100) << takers;
  }
  Shares two(100, 2);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(two.next(1), 50 + i);
  EXPECT_EQ(two.next(1), 25U);  // the second half of what the other has
  EXPECT_EQ(two.next(0), 0U);
}

}  // namespace
}  // namespace plylab::perft::cluster
