// The statistics of paired comparisons: pure numbers, no chess. Everything is deterministic: the
// same pairs give the same figures on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace plylab::search::lab {

/// What one run cost. Where it was cut off by a limit, the cost is only known to be greater than
/// that (a right-censored observation).
struct Cost {
  double amount = 0;
  bool censored = false;
};

/// The costs of two contestants on the same work.
struct Pair {
  Cost ours, theirs;
};

/// How our cost compares with theirs, as far as it is known. Two censored costs cannot be compared;
/// of one censored cost it is only known that it is greater than the value at which it was cut off.
enum class Direction : std::uint8_t { less, equal, more, unknown };
Direction direction(const Pair& pair);

/// Where a mean lies: a confidence interval.
struct Interval {
  double low = 0, high = 0;
};

/// The bootstrap's resamples. With 9999 the ends of a 95 % interval are order statistics (Davison
/// and Hinkley, "Bootstrap Methods and their Application", 1997, p. 194).
inline constexpr std::size_t resamples = 9999;

/// A confidence interval for the geometric mean of ratios, all positive: the bootstrap's BCa
/// interval on their logarithms (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993,
/// section 14.3), which corrects the percentile interval for bias and for skewness. The bias counts
/// a resample that equals the sample's mean half below and half above. The seed alone decides which
/// resamples are drawn. None for fewer than two ratios.
std::optional<Interval> bootstrap_interval(const std::vector<double>& ratios,
                                           double confidence = 0.95, std::uint64_t seed = 1);

/// The two-sided p of the exact sign test: how probable a division at least as uneven is if less
/// and more are equally likely (Conover, "Practical Nonparametric Statistics", 1999, section 3.4).
/// 1 if there was no trial.
double sign_test(std::size_t less, std::size_t more);

/// The two-sided p of McNemar's exact test of what was gained and lost: the sign test of the pairs
/// that changed (Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91, 2013).
double mcnemar_test(std::size_t gained, std::size_t lost);

/// The two-sided p of Wilcoxon's signed-rank test ("Individual comparisons by ranking methods",
/// Biometrics Bulletin 1, 1945) on ratios, all positive, against their being scattered evenly about
/// 1 in the logarithm. Ratios of 1 are dropped, as Wilcoxon does; equal ratios share their mean
/// rank. Exact up to `most_exact_ranks` ratios, ties included; beyond that the normal approximation
/// with corrections for continuity and for ties (Conover 1999, section 5.7). 1 if no ratio is left.
double wilcoxon_test(const std::vector<double>& ratios);
inline constexpr std::size_t most_exact_ranks = 50;

/// The p of several tests by Holm's correction, in their order: as small as the level at which his
/// procedure, which keeps the probability of any false rejection below that level, would reject
/// ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics
/// 6, 1979).
std::vector<double> holm_correction(const std::vector<double>& p);

/// Fewer pairs than this give no interval: the sign test of five that all point one way has p =
/// 0.0625, so that even the range of all of them is not a 95 % interval (of the median: Conover
/// 1999, section 3.2), and resamples of so few pairs lie within that range.
inline constexpr std::size_t fewest_for_interval = 6;

/// The comparison of one contestant with another.
struct Comparison {
  std::size_t less = 0, equal = 0, more = 0;  ///< pairs in which our cost is so; less is better
  std::size_t censored = 0;                   ///< pairs with a cost cut off by a limit
  std::size_t unknown = 0;           ///< of those, the ones that do not show whose cost is less
  std::optional<double> ratio;       ///< geometric mean of ours/theirs
  std::optional<Interval> interval;  ///< of that mean, 95 %; none of too few pairs
  double sign_p = 1;                 ///< of less and more
  double wilcoxon_p = 1;             ///< of the ratios that are averaged

  /// How many pairs are averaged; the others are censored.
  std::size_t averaged() const { return less + equal + more + unknown - censored; }
};

/// Compares costs, all positive unless censored. A ratio with a censored side is only a bound: it
/// takes part in less and more where its direction is known, and never in the mean or its tests.
/// The order of the pairs does not matter.
Comparison compare(const std::vector<Pair>& pairs);

}  // namespace plylab::search::lab
