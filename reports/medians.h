// The middle of figures that scatter.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <vector>

namespace plylab::reports {

/// The middle one, or the mean of the two in the middle. There must be at least one.
inline double median(std::vector<double> values) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  const std::size_t upper = values.size() / 2, lower = (values.size() - 1) / 2;
  return (values[lower] + values[upper]) / 2;
}

/// The mean for ratios: twice as fast and half as fast is equally fast. All must be positive, and
/// there must be at least one.
inline double geometric_mean(const std::vector<double>& values) {
  assert(!values.empty());
  double logarithms = 0;
  for (const double value : values) logarithms += std::log(value);
  return std::exp(logarithms / static_cast<double>(values.size()));
}

}  // namespace plylab::reports
