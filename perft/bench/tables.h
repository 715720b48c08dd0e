// What plylab bench shows.
#pragma once

#include <cstddef>

#include "perft/bench/rate_comparison.h"
#include "reports/record.h"

namespace plylab::perft::bench {

/// Each contestant on each leg: whether it counts right, its rate, its ratio to the reference.
reports::Table positions_table(const Race& race, std::size_t rounds);

/// Each contestant's geometric mean over the legs.
reports::Table means_table(const Race& race);

/// Every count and time.
reports::Table rounds_table(const Race& race);

}  // namespace plylab::perft::bench
