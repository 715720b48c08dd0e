// The tables of the commands count and audit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "perft/cluster/partial_count.h"
#include "reports/tables/table.h"

namespace plylab::perft::cluster {

/// Progress of a part.
struct PartProgress {
  Part part;
  std::size_t units = 0;     ///< of the part; may be 0 if there are more parts than units
  std::size_t finished = 0;  ///< units of the part that are finished
};

/// The names of the generators that have counted at least one unit: "bitboard, x88".
std::string generators_of(const PartialCount& count);

/// The name of a position as other commands show it: the initial position, or one from `plylab list
/// positions`; otherwise its text. Without the convention, which notes state.
std::string position_name(const CountableGame& game, const std::string& position);

/// A count as far as it has come.
struct CountRow {
  std::string position;
  const Plan* plan;
  const PartialCount* count;
  const Result& result;  ///< of the count
  PartProgress part;
  double seconds;  ///< time of the present call
};
reports::TableOf<CountRow> count_table(bool early_leaves, bool has_part);
reports::Table count_table(const CountableGame& game, const Plan& plan, const PartialCount& count,
                           const std::optional<PartProgress>& part, double seconds);

reports::TableOf<RootMove> divide_table(const Plan& plan);
reports::Table divide_table(const Plan& plan, const PartialCount& count);

/// The statistics of the finished units; has no row as long as none of the units is finished.
reports::Table statistics_table(const CountableGame& game, const Plan& plan,
                                const PartialCount& count, std::size_t convention);

/// The units and times by origin.
reports::TableOf<std::pair<Origin, WorkDone>> workers_table();
reports::Table workers_table(const PartialCount& count);

}  // namespace plylab::perft::cluster
