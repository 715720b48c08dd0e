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
/// there must be at least one. What a double can hold comes out exactly, such as 20 of {10, 40}:
/// long double has the digits for it.
inline double geometric_mean(const std::vector<double>& values) {
  assert(!values.empty());
  long double logarithms = 0;
  for (const double value : values) logarithms += std::log(static_cast<long double>(value));
  return static_cast<double>(std::exp(logarithms / static_cast<long double>(values.size())));
}

}  // namespace plylab::reports
