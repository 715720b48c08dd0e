// Averages, and confidence intervals of success rates.
#pragma once

#include <cstddef>
#include <vector>

namespace plylab::reports {

/// The middle one, or the mean of the two in the middle. There must be at least one.
double median(std::vector<double> values);

/// The mean for ratios: twice as fast and half as fast is equally fast. All must be positive, and
/// there must be at least one. A result that a double can represent is exact, such as 20 of {10,
/// 40}.
double geometric_mean(const std::vector<double>& values);

/// The normal distribution's quantile for intervals of 95 %.
inline constexpr double quantile_of_95 = 1.959964;

/// Where a probability lies: a 95 % interval, from 0 to 1.
struct ProportionInterval {
  double low = 0, high = 1;
};

/// Wilson's score interval ("Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22, 1927) for this many successes among
/// independent trials. It never leaves 0 to 1, and has a width where all trials succeed. 0 to 1
/// without a trial.
ProportionInterval wilson_interval(std::size_t successes, std::size_t trials);

}  // namespace plylab::reports
