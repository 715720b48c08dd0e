#include <gtest/gtest.h>

#include "gen/base/names.h"

namespace plylab {
namespace {

TEST(EditDistance, CountsSingleEditsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);  // Levenshtein's textbook example
  EXPECT_EQ(edit_distance("perft", "pefrt"), 1U);     // a swap
  EXPECT_EQ(edit_distance("ca", "abc"), 3U);  // by this definition, 2 by the unrestricted one
}

TEST(ClosestName, IsWhatWasMistyped) {
  const std::vector<std::string> names{"perft", "divide", "match", "mate", "mine", "man"};
  EXPECT_EQ(closest_name("pefrt", names), "perft");
  EXPECT_EQ(closest_name("divde", names), "divide");
  EXPECT_EQ(closest_name("mtach", names), "match");
  EXPECT_EQ(closest_name("div", names), "divide");  // the only one that begins so
  EXPECT_EQ(closest_name("ma", names), std::nullopt);
  EXPECT_EQ(closest_name("search", names), std::nullopt);
  EXPECT_EQ(closest_name("", names), std::nullopt);
  EXPECT_EQ(closest_name("perft", {}), std::nullopt);
  const std::vector<std::string> options = {"--depth", "--gen", "--game", "--quiet", "-d"};
  EXPECT_EQ(closest_name("--depht", options), "--depth");
  EXPECT_EQ(closest_name("--gane", options), "--game");
  for (const char* far : {"--suite", "--fen", "--time", "-x"})
    EXPECT_EQ(closest_name(far, options), std::nullopt) << far;
}

}  // namespace
}  // namespace plylab
