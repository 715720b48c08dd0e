// Ratings that users of the Strategic Test Suite make of its points. They are what those programs
// say, fitted to rating lists of their time; nothing makes them true of another suite.
#pragma once

#include <cstdint>
#include <optional>

namespace plylab::suites::solve {

/// The estimate of STS Rating 13.1 (Mosca, github.com/fsmosca/STS-Rating): 44.523 times the per
/// cent of points, less 242.85, meant as CCRL 40/4 after 200 ms for each position on an i7-2600K.
/// None where no points can be had.
std::optional<double> sts_rating(std::uint64_t points, std::uint64_t most_points);

/// The estimate of Lucas Chess (Code/STS/STS.py): 0.2065 times the points, and 154.51, of the whole
/// suite alone: 1500 positions with 10 points each.
std::optional<double> lucas_rating(std::uint64_t points, std::uint64_t most_points);

}  // namespace plylab::suites::solve
