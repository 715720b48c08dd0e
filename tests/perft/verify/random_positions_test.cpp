// The positions that are drawn at random to ask about.
#include "perft/verify/random_positions.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace plylab::perft::verify {
namespace {

TEST(RandomPositions, AreManyDifferentOnesAndAlwaysTheSame) {
  const auto positions = random_positions(500, 7, false);
  EXPECT_EQ(positions, random_positions(500, 7, false));
  EXPECT_NE(positions, random_positions(500, 8, false));
  std::set<std::string> different;
  for (const chess::Setup& setup : positions) different.insert(epd_fields(setup));
  EXPECT_EQ(different.size(), positions.size());
  int special = 0;
  for (const chess::Setup& setup : random_positions(500, 7, true)) special += needs_chess960(setup);
  EXPECT_GT(special, 50);
}

}  // namespace
}  // namespace plylab::perft::verify
