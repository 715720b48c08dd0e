#include "reports/tables/proportion.h"

#include <algorithm>
#include <cmath>

namespace plylab::reports {

ProportionInterval wilson_interval(std::size_t successes, std::size_t trials) {
  if (trials == 0) return {};
  constexpr double z = quantile_of_95;
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double scale = 1 + z * z / n;
  const double centre = (p + z * z / (2 * n)) / scale;
  const double half_width = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
  return {std::max(0.0, centre - half_width), std::min(1.0, centre + half_width)};
}

}  // namespace plylab::reports
