// What plylab bench shows.
#pragma once

#include <cstddef>

#include "perft/bench/rate_comparison.h"
#include "reports/tables/table.h"

namespace plylab::perft::bench {

/// Each contestant on each position: whether it counts right, its rate, its ratio to the reference.
reports::Table positions_table(const RateComparison& comparison, std::size_t rounds);

/// Each contestant's geometric mean over the positions.
reports::Table means_table(const RateComparison& comparison);

/// Every count and time.
reports::Table rounds_table(const RateComparison& comparison);

}  // namespace plylab::perft::bench
