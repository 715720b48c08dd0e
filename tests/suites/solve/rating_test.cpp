// What users of the Strategic Test Suite make of its points.
#include "suites/solve/rating.h"

#include <gtest/gtest.h>

#include <cmath>

namespace plylab::suites::solve {
namespace {

// What STS Rating printed for Javafish 1.0, as its author quotes it beside the engine's own solver:
// the whole suite, and two of its themes.
TEST(StsRating, IsThatOfAPublishedRun) {
  EXPECT_EQ(std::round(sts_rating(7480, 15000).value()), 1977);
  EXPECT_EQ(std::round(sts_rating(482, 1000).value()), 1903);
  EXPECT_EQ(std::round(sts_rating(345, 1000).value()), 1293);
  EXPECT_FALSE(sts_rating(0, 0));
}

// By hand: 0.2065 · 7480 + 154.51.
TEST(LucasRating, IsOfTheWholeSuiteAlone) {
  EXPECT_NEAR(lucas_rating(7480, 15000).value(), 1699.13, 0.005);
  EXPECT_FALSE(lucas_rating(748, 1500));
}

}  // namespace
}  // namespace plylab::suites::solve
