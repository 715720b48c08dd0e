// Averages, and confidence intervals of success rates.
#pragma once

#include <cstddef>
#include <vector>

namespace plylab::reports {

/// The median: the middle value, or the mean of the two in the middle. There must be at least one.
double median(std::vector<double> values);

/// The geometric mean, for ratios. All values must be positive, and there must be at least one. A
/// result that a double can represent is exact, such as 20 for {10, 40}.
double geometric_mean(const std::vector<double>& values);

/// The normal distribution's quantile for 95 % intervals.
inline constexpr double quantile_of_95 = 1.959964;

/// A 95 % interval for a probability, within 0 to 1.
struct ProportionInterval {
  double low = 0, high = 1;
};

/// Wilson's score interval ("Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22, 1927) for this many successes among
/// independent trials. It stays within 0 to 1, and has a width even if all trials succeed. 0 to 1
/// without trials.
ProportionInterval wilson_interval(std::size_t successes, std::size_t trials);

}  // namespace plylab::reports
