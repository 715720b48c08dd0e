#include "suites/solve/rating.h"

namespace plylab::suites::solve {

std::optional<double> sts_rating(std::uint64_t points, std::uint64_t most_points) {
  if (most_points == 0) return std::nullopt;
  return 44.523 * (100 * static_cast<double>(points) / static_cast<double>(most_points)) - 242.85;
}

std::optional<double> lucas_rating(std::uint64_t points, std::uint64_t most_points) {
  constexpr std::uint64_t whole_suite = 15'000;
  if (most_points != whole_suite) return std::nullopt;
  return 0.2065 * static_cast<double>(points) + 154.51;
}

}  // namespace plylab::suites::solve
