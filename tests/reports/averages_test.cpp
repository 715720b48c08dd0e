// Intervals of rates, against published examples.
#include "reports/tables/averages.h"

#include <gtest/gtest.h>

namespace plylab::reports {
namespace {

// Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven
// methods", Statistics in Medicine 17, 1998, table I, the score method without continuity
// correction.
TEST(WilsonInterval, IsThatOfNewcombesExamples) {
  struct Example {
    std::size_t successes, trials;
    double low, high;
  };
  for (const auto& [successes, trials, low, high] : {Example{81, 263, 0.2553, 0.3662},
                                                     {15, 148, 0.0624, 0.1605},
                                                     {0, 20, 0, 0.1611},
                                                     {1, 29, 0.0061, 0.1718}}) {
    const ProportionInterval interval = wilson_interval(successes, trials);
    EXPECT_NEAR(interval.low, low, 0.00005);
    EXPECT_NEAR(interval.high, high, 0.00005);
    const ProportionInterval failures = wilson_interval(trials - successes, trials);
    EXPECT_NEAR(failures.low, 1 - high, 0.00005);
    EXPECT_NEAR(failures.high, 1 - low, 0.00005);
  }
}

TEST(WilsonInterval, HasTheShareWithinIt) {
  for (std::size_t trials = 1; trials < 300; ++trials)
    for (const std::size_t successes : {std::size_t{0}, trials / 2, trials}) {
      const double share = static_cast<double>(successes) / static_cast<double>(trials);
      EXPECT_LE(wilson_interval(successes, trials).low, share) << successes << " of " << trials;
      EXPECT_GE(wilson_interval(successes, trials).high, share) << successes << " of " << trials;
    }
}

TEST(WilsonInterval, KnowsNothingWithoutATrial) {
  EXPECT_EQ(wilson_interval(0, 0).low, 0);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace plylab::reports
