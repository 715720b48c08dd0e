#include "reports/tables/averages.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace plylab::reports {

double median(std::vector<double> values) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t upper = values.size() / 2, lower = (values.size() - 1) / 2;
  return (values[lower] + values[upper]) / 2;
}

double geometric_mean(const std::vector<double>& values) {
  assert(!values.empty());
  long double logarithms = 0;  // precise enough for an exact result
  for (const double value : values) logarithms += std::log(static_cast<long double>(value));
  return static_cast<double>(std::exp(logarithms / static_cast<long double>(values.size())));
}

ProportionInterval wilson_interval(std::size_t successes, std::size_t trials) {
  if (trials == 0) return {};
  constexpr double z = quantile_of_95;
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double scale = 1 + z * z / n;
  const double centre = (p + z * z / (2 * n)) / scale;
  const double half_width = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
  // The ends of 0 of n and n of n are exact; rounding could leave the share outside.
  return {successes == 0 ? 0 : std::max(0.0, centre - half_width),
          successes == trials ? 1 : std::min(1.0, centre + half_width)};
}

}  // namespace plylab::reports
