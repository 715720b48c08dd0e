// The figures of a comparison. No test looks at how fast anything is.
#include "perft/bench/rate_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "reports/tables/averages.h"

namespace plylab {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

TEST(Medians, AreInTheMiddle) {
  EXPECT_EQ(reports::median({3}), 3);
  EXPECT_EQ(reports::median({9, 1, 4}), 4);
  EXPECT_EQ(reports::median({9, 1, 4, 2}), 3);
  EXPECT_THAT(reports::geometric_mean({4, 0.25}), DoubleEq(1));
  EXPECT_THAT(reports::geometric_mean({2, 4, 8}), DoubleEq(4));
  // To the last digit, which JSON shows.
  EXPECT_EQ(reports::geometric_mean({20}), 20);
  EXPECT_EQ(reports::geometric_mean({10, 20, 40}), 20);
}

/// A contestant that takes these times, one after the other.
perft::bench::Contestant taking(const std::string& name, const std::string& command,
                                std::vector<double> seconds) {
  perft::bench::Contestant contestant{name, command};
  contestant.count = [seconds, measurement = std::size_t{0}](const AnyStart&, int) mutable {
    if (seconds[measurement] < 0) throw engines::EngineFault(engines::FaultKind::died, "gave up");
    return perft::bench::Timing{Count(20), seconds[measurement++]};
  };
  return contestant;
}

TEST(RateComparison, ComparesRatesOfTheSameRound) {
  const std::atomic<bool> stop = false;
  perft::bench::RateComparison comparison({{"startpos", AnyStart(), {1, 20}, {1, 20}}});
  comparison.add(taking("fast", "", {0.5, 1, 2}));
  comparison.add(taking("engine", "e", {5, 4, 8}));
  comparison.add(taking("engine", "e", {1, -1, -1}));
  for (std::size_t round = 1; round <= 3; ++round)
    for (std::size_t who = 0; who < 3; ++who) comparison.run(round, 0, who, stop);
  EXPECT_EQ(comparison.reference(), 1U);
  const auto fast = comparison.score(0, 0);
  EXPECT_EQ(fast->rate, 20);
  EXPECT_EQ(fast->ratio, 4);
  EXPECT_EQ(fast->min_ratio, 4);
  EXPECT_EQ(fast->greatest_ratio, 10);
  EXPECT_THAT(comparison.ratios(0), ElementsAre(4));
  EXPECT_EQ(comparison.contestants()[2].name, "engine #2");
  EXPECT_EQ(comparison.contestants()[2].failure, "gave up (startpos, round 2)");
  EXPECT_EQ(comparison.measurements().size(), 7U);
}

TEST(RateComparison, LeavesCountsOutOfTheMeanThatAreTooShort) {
  const std::atomic<bool> stop = false;
  perft::bench::RateComparison comparison(
      {{"short", AnyStart(), {1, 20}, {1, 20}}, {"long", AnyStart(), {1, 20}, {1, 20}}});
  comparison.add(taking("ours", "", {0.002, 0.5}));
  comparison.add(taking("engine", "e", {0.000001, 2}));
  for (std::size_t position : {0U, 1U})
    for (std::size_t who : {0U, 1U}) comparison.run(1, position, who, stop);
  EXPECT_FALSE(comparison.is_too_short(0, 0));
  EXPECT_TRUE(comparison.is_too_short(0, 1));
  EXPECT_THAT(comparison.ratios(0), ElementsAre(4));
  EXPECT_THAT(comparison.ratios(1), ElementsAre(1));
}

TEST(RateComparison, WithoutAStatedCountAllMustAgree) {
  const std::atomic<bool> stop = false;
  perft::bench::RateComparison comparison({{"somewhere", AnyStart(), {1}, {1}}});
  comparison.add(taking("one", "", {0.5}));
  comparison.add(taking("another", "", {0.5}));
  perft::bench::Contestant wrong{"wrong"};
  wrong.count = [](const AnyStart&, int) { return perft::bench::Timing{Count(21), 0.5}; };
  comparison.add(wrong);
  for (std::size_t who = 0; who < 3; ++who) comparison.run(1, 0, who, stop);
  EXPECT_EQ(comparison.wrong_count(1), nullptr);
  ASSERT_NE(comparison.wrong_count(2), nullptr);
}

}  // namespace
}  // namespace plylab
