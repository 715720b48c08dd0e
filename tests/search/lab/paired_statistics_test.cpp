// Statistics against published examples and against what can be worked out by hand.
#include "search/lab/paired_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace plylab::search::lab {
namespace {

/// Ratios whose logarithms are these differences in the given unit.
std::vector<double> ratios_of(const std::vector<double>& differences, double unit = 1) {
  std::vector<double> ratios;
  for (const double difference : differences) ratios.push_back(std::exp(difference * unit));
  return ratios;
}

Pair both(double ours, double theirs) { return {{ours}, {theirs}}; }
Cost more_than(double amount) { return {amount, true}; }

TEST(SignTest, IsTheBinomialTail) {
  EXPECT_DOUBLE_EQ(sign_test(1, 7), 2 * (1 + 8) / 256.0);
  EXPECT_DOUBLE_EQ(sign_test(7, 1), sign_test(1, 7));
  EXPECT_DOUBLE_EQ(sign_test(0, 10), 2 / 1024.0);
  EXPECT_DOUBLE_EQ(sign_test(5, 5), 1);  // not 1.246, twice the tail
  EXPECT_DOUBLE_EQ(sign_test(0, 0), 1);
}

// Fagerland, Lydersen and Laake 2013: airway hyper-responsiveness of 21 children before and after a
// transplantation, where 7 changed one way and 1 the other, p = 0.070. The example of
// stat-tools.xyz/mcnemar: 12 and 5, p = 0.1435.
TEST(McNemarTest, ReproducesPublishedExamples) {
  EXPECT_NEAR(mcnemar_test(1, 7), 0.0703125, 1e-12);
  EXPECT_NEAR(mcnemar_test(12, 5), 0.1435, 0.00005);
  EXPECT_DOUBLE_EQ(mcnemar_test(0, 0), 1);
}

// The example of padjust in the documentation of stdlib, whose results are those of R's p.adjust.
TEST(HolmCorrection, ReproducesADocumentedExample) {
  const auto corrected = holm_correction({0.319, 0.201, 0.4, 0.374, 0.113});
  const std::vector<double> expected = {0.957, 0.804, 0.957, 0.957, 0.565};
  ASSERT_EQ(corrected.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(corrected[i], expected[i], 1e-12);
}

// By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04, which must not be less than the one before.
TEST(HolmCorrection, StepsDown) {
  const auto corrected = holm_correction({0.01, 0.04, 0.03, 0.005});
  EXPECT_NEAR(corrected[0], 0.03, 1e-12);
  EXPECT_NEAR(corrected[1], 0.06, 1e-12);
  EXPECT_NEAR(corrected[2], 0.06, 1e-12);
  EXPECT_NEAR(corrected[3], 0.02, 1e-12);
  EXPECT_DOUBLE_EQ(holm_correction({0.6, 0.7})[0], 1);
  EXPECT_TRUE(holm_correction({}).empty());
}

// Hollander and Wolfe 1973, p. 29: depression before and after a tranquilizer; the example of
// wilcox.test in R's documentation, whose one-sided p is 0.01953 (10 of 512).
TEST(WilcoxonTest, ReproducesHollanderAndWolfe) {
  const std::vector<double> before = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> after = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> differences;
  for (std::size_t i = 0; i < before.size(); ++i) differences.push_back(before[i] - after[i]);
  EXPECT_NEAR(wilcoxon_test(ratios_of(differences)), 2 * 10 / 512.0, 1e-12);
}

// Darwin's plants, the example of scipy.stats.wilcoxon in SciPy's documentation: T = 24,
// p = 0.041259765625.
TEST(WilcoxonTest, ReproducesDarwinsPlants) {
  const std::vector<double> heights = {6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75};
  EXPECT_DOUBLE_EQ(wilcoxon_test(ratios_of(heights, 0.01)), 0.041259765625);
}

TEST(WilcoxonTest, IsExactWithTies) {
  // Four equal ranks on one side: one of 16 divisions, and its mirror image.
  EXPECT_DOUBLE_EQ(wilcoxon_test({2, 2, 2, 2}), 2 / 16.0);
  EXPECT_DOUBLE_EQ(wilcoxon_test({2, 2, 0.5}), 1);
  // 2/3 and 3/2 share the rank 1.5, beside the ranks 3, 4, 5: sums up to 1.5 are 3 of 32.
  EXPECT_DOUBLE_EQ(wilcoxon_test({2.0 / 3, 1.5, 4, 5, 6}), 2 * 3 / 32.0);
}

TEST(WilcoxonTest, DropsRatiosOfOne) {
  EXPECT_DOUBLE_EQ(wilcoxon_test({2, 1, 2, 1, 2, 2}), wilcoxon_test({2, 2, 2, 2}));
  EXPECT_DOUBLE_EQ(wilcoxon_test({1, 1}), 1);
  EXPECT_DOUBLE_EQ(wilcoxon_test({}), 1);
}

// 60 ranks, the even ones on one side: T = 900, mean 915, variance 60·61·121/24 = 18452.5, so that
// z = (900.5 − 915)/√18452.5. Then 20 against 40 of one magnitude: T = 20·30.5 = 610, variance
// 18452.5 − (60³ − 60)/48 = 13953.75.
TEST(WilcoxonTest, ApproximatesBeyondTheExactRange) {
  std::vector<double> alternating;
  for (int i = 1; i <= 60; ++i) alternating.push_back(i % 2 == 0 ? i : -i);
  EXPECT_NEAR(wilcoxon_test(ratios_of(alternating, 0.01)), 0.9149926751975315, 1e-9);
  std::vector<double> tied(40, 2.0);
  tied.insert(tied.end(), 20, 0.5);
  EXPECT_NEAR(wilcoxon_test(tied), 0.009944415291191389, 1e-9);
}

// The last exact case, T = 625 of 50 ranks, beside its approximation: z = (625.5 −
// 637.5)/√10731.25.
TEST(WilcoxonTest, IsNearTheApproximationWhereThatBegins) {
  std::vector<double> alternating;
  for (int i = 1; i <= 50; ++i) alternating.push_back(i % 2 == 0 ? i : -i);
  const double approximation = std::erfc(12 / std::sqrt(10731.25) / std::sqrt(2.0));
  const double exact = wilcoxon_test(ratios_of(alternating, 0.01));
  EXPECT_NEAR(exact, approximation, 1e-3);
  EXPECT_NE(exact, approximation);
}

// Of two logarithms a and b the resamples' means are a, (a + b)/2 and b with the probabilities 1/4,
// 1/2 and 1/4: no bias, no skewness, and the 2.5 % and 97.5 % quantiles are a and b themselves.
TEST(Bootstrap, OfTwoIsTheirRange) {
  const auto interval = bootstrap_interval({1, 4});
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->low, 1);
  EXPECT_DOUBLE_EQ(interval->high, 4);
}

// The treated mice of Efron and Tibshirani 1993, table 2.1, as logarithms in hundredths. Another
// program with 400000 resamples gives 1.593 and 3.986; uncorrected percentiles are 1.550 and 3.835.
TEST(Bootstrap, CorrectsForSkewness) {
  const auto interval = bootstrap_interval(ratios_of({94, 197, 16, 38, 99, 141, 23}, 0.01));
  ASSERT_TRUE(interval);
  EXPECT_NEAR(interval->low, 1.593, 0.03);
  EXPECT_NEAR(interval->high, 3.986, 0.06);
}

TEST(Bootstrap, IsTheNormalIntervalForManyRegularRatios) {
  std::vector<double> differences;
  for (int i = -100; i <= 100; ++i) differences.push_back(i);
  const auto interval = bootstrap_interval(ratios_of(differences, 0.01));
  const double half = 1.96 * std::sqrt((201.0 * 201 - 1) / 12 / 201) * 0.01;
  ASSERT_TRUE(interval);
  EXPECT_NEAR(std::log(interval->low), -half, 0.05 * half);
  EXPECT_NEAR(std::log(interval->high), half, 0.05 * half);
}

TEST(Bootstrap, DependsOnTheSeedAlone) {
  const std::vector<double> ratios = ratios_of({3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7}, 0.1);
  const auto first = bootstrap_interval(ratios), again = bootstrap_interval(ratios);
  const auto other = bootstrap_interval(ratios, 0.95, 2);
  EXPECT_EQ(first->low, again->low);
  EXPECT_EQ(first->high, again->high);
  EXPECT_NE(first->low, other->low);
  EXPECT_NEAR(first->low, other->low, 0.02);
  const auto narrower = bootstrap_interval(ratios, 0.5);
  EXPECT_LT(first->low, narrower->low);
  EXPECT_LT(narrower->high, first->high);
}

TEST(Bootstrap, NeedsTwoRatiosThatDiffer) {
  EXPECT_FALSE(bootstrap_interval({}));
  EXPECT_FALSE(bootstrap_interval({2}));
  const auto interval = bootstrap_interval({3, 3, 3});
  EXPECT_EQ(interval->low, 3);
  EXPECT_EQ(interval->high, 3);
}

TEST(Direction, IsKnownOfACensoredCostOnlyFromItsBound) {
  EXPECT_EQ(direction(both(1, 2)), Direction::less);
  EXPECT_EQ(direction(both(2, 2)), Direction::equal);
  EXPECT_EQ(direction({more_than(5), {4}}), Direction::more);
  EXPECT_EQ(direction({more_than(4), {4}}), Direction::more);
  EXPECT_EQ(direction({more_than(3), {4}}), Direction::unknown);
  EXPECT_EQ(direction({{4}, more_than(5)}), Direction::less);
  EXPECT_EQ(direction({{6}, more_than(5)}), Direction::unknown);
  EXPECT_EQ(direction({more_than(9), more_than(1)}), Direction::unknown);
}

TEST(Compare, KeepsCensoredPairsOutOfTheMean) {
  const Comparison all = compare({both(1, 2), both(8, 4), both(4, 8), both(5, 5)});
  EXPECT_DOUBLE_EQ(*all.ratio, std::pow(0.5, 0.25));
  EXPECT_EQ(all.less, 2U);
  EXPECT_EQ(all.equal, 1U);
  EXPECT_EQ(all.more, 1U);
  EXPECT_EQ(all.averaged(), 4U);

  const Comparison cut = compare({both(1, 2),
                                  both(8, 4),
                                  both(4, 8),
                                  both(5, 5),
                                  {more_than(1e9), {1}},
                                  {more_than(1), more_than(1)}});
  EXPECT_EQ(*cut.ratio, *all.ratio);
  EXPECT_EQ(cut.wilcoxon_p, all.wilcoxon_p);
  EXPECT_EQ(cut.more, 2U);
  EXPECT_EQ(cut.censored, 2U);
  EXPECT_EQ(cut.unknown, 1U);
  EXPECT_EQ(cut.averaged(), 4U);
  EXPECT_DOUBLE_EQ(cut.sign_p, 1);
}

TEST(Compare, GivesTheSameInAnyOrder) {
  std::vector<Pair> pairs;
  for (const double ours : {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}) pairs.push_back(both(ours, 7));
  const Comparison forwards = compare(pairs);
  std::reverse(pairs.begin(), pairs.end());
  const Comparison backwards = compare(pairs);
  EXPECT_EQ(forwards.ratio, backwards.ratio);
  EXPECT_EQ(forwards.interval->low, backwards.interval->low);
  EXPECT_EQ(forwards.interval->high, backwards.interval->high);
}

TEST(Compare, HasNoMeanWithoutPairs) {
  const Comparison none = compare({{more_than(3), {1}}});
  EXPECT_FALSE(none.ratio);
  EXPECT_FALSE(none.interval);
  EXPECT_EQ(none.more, 1U);
}

}  // namespace
}  // namespace plylab::search::lab
