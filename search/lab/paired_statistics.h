// Statistics of paired comparisons, independent of games. Deterministic: the same pairs give the
// same figures on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plylab::search::lab {

/// The cost of a run. If a limit ended the run, the cost is only known to be greater (a
/// right-censored observation).
struct Cost {
  double amount = 0;
  bool censored = false;

  friend bool operator==(const Cost&, const Cost&) = default;
};

/// The costs of two contestants on the same work.
struct Pair {
  Cost ours, theirs;

  friend bool operator==(const Pair&, const Pair&) = default;
};

/// How our cost compares with theirs, as far as known. Two censored costs cannot be compared; one
/// censored cost is known to be greater than its value.
enum class Direction : std::uint8_t { less, equal, more, unknown };
Direction direction(const Pair& pair);

/// A confidence interval for a mean.
struct Interval {
  double low = 0, high = 0;
};

/// The number of bootstrap resamples. With 9999 the ends of a 95 % interval are order statistics
/// (Davison and Hinkley, "Bootstrap Methods and their Application", 1997, p. 194).
inline constexpr std::size_t resamples = 9999;

/// A confidence interval for the geometric mean of ratios, all positive: the bootstrap's BCa
/// interval on their logarithms (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
/// section 14.3), which corrects the percentile interval for bias and for skewness. The bias counts
/// a resample that equals the sample's mean half below and half above. The resamples depend only on
/// the seed. None for fewer than two ratios.
std::optional<Interval> bootstrap_interval(const std::vector<double>& ratios,
                                           double confidence = 0.95, std::uint64_t seed = 1);

/// How many standard errors a 95 % interval reaches to either side, by Student's distribution with
/// these degrees of freedom, at least 1 ("The probable error of a mean", Biometrika 6, 1908).
double student_quantile(std::size_t degrees_of_freedom);

/// The two-sided p of the exact sign test: the probability of a division at least as uneven if less
/// and more are equally likely (Conover, "Practical Nonparametric Statistics", 1999, section 3.4).
/// 1 without trials.
double sign_test(std::size_t less, std::size_t more);

/// The two-sided p of McNemar's exact test for gains and losses: the sign test of the pairs that
/// changed (Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91, 2013).
double mcnemar_test(std::size_t gained, std::size_t lost);

/// The two-sided p of Wilcoxon's signed-rank test ("Individual comparisons by ranking methods",
/// Biometrics Bulletin 1, 1945) on ratios, all positive. The null hypothesis is that their
/// logarithms are symmetric about 0. Ratios of 1 are dropped, as Wilcoxon does; ties get their mean
/// rank. Exact up to `max_exact_ranks` ratios, ties included; beyond that the normal approximation
/// with corrections for continuity and for ties (Conover 1999, section 5.7). 1 if no ratio is left.
double wilcoxon_test(const std::vector<double>& ratios);
inline constexpr std::size_t max_exact_ranks = 50;

/// The p of several tests after Holm's correction, in their order: for each test the smallest level
/// at which his procedure rejects it, where the level bounds the probability of any false rejection
/// ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics
/// 6, 1979).
std::vector<double> holm_correction(const std::vector<double>& p);

/// Fewer pairs than this give no interval: the sign test of five that all point one way has p =
/// 0.0625, so that even the range of all of them is not a 95 % interval (of the median: Conover
/// 1999, section 3.2), and resamples of so few pairs lie within that range.
inline constexpr std::size_t min_for_interval = 6;

/// The comparison of one contestant with another.
struct Comparison {
  std::size_t less = 0, equal = 0, more = 0;  ///< pairs by our cost; less is better
  std::size_t censored = 0;                   ///< pairs with a cost cut off by a limit
  std::size_t unknown = 0;                    ///< censored pairs of unknown direction
  std::optional<double> ratio;                ///< geometric mean of ours/theirs
  std::optional<Interval> interval;  ///< 95 % interval of the ratio; none for too few pairs
  double sign_p = 1;                 ///< of less and more
  double wilcoxon_p = 1;             ///< of the ratios that are averaged

  /// The number of pairs in the mean; the others are censored.
  std::size_t averaged() const { return less + equal + more + unknown - censored; }
};

/// Compares costs, all positive unless censored. A pair with a censored cost counts in less or more
/// if its direction is known, and never in the mean or its tests. The order of the pairs does not
/// matter.
Comparison compare(const std::vector<Pair>& pairs);

}  // namespace plylab::search::lab
