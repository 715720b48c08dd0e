// The tables that count and audit print.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "perft/cluster/partial_count.h"
#include "reports/tables/table.h"

namespace plylab::perft::cluster {

/// How much of a part is counted.
struct PartProgress {
  Part part;
  std::size_t units = 0;     ///< of the part; none where there are more parts than units
  std::size_t finished = 0;  ///< of these
};

/// The names of the generators that have counted a unit or more: "bitboard, x88".
std::string generators_of(const PartialCount& count);

/// The name of a position of the plan's game, as other commands show it: where games begin, or one
/// of plylab list positions; else the text itself. Without the convention, which notes name.
std::string position_name(const CountableGame& game, const std::string& position);

/// `seconds` are those of the call that prints it.
reports::Table count_table(const CountableGame& game, const Plan& plan, const PartialCount& count,
                           const std::optional<PartProgress>& part, double seconds);
reports::Table divide_table(const Plan& plan, const PartialCount& count);
/// A table of what is finished; without a row if nothing is finished but there is something to
/// count.
reports::Table statistics_table(const CountableGame& game, const Plan& plan,
                                const PartialCount& count, std::size_t convention);
/// Who counted how much.
reports::Table workers_table(const PartialCount& count);

}  // namespace plylab::perft::cluster
