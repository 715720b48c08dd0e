// The tables that plylab count prints, and its notes.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "perft/cluster/count_run.h"
#include "reports/tables/table.h"

namespace plylab::perft::cluster {

/// How far a manifest is that is of a part.
struct PartProgress {
  Part part;
  std::size_t units = 0;     ///< of the part; none where there are more parts than units
  std::size_t finished = 0;  ///< of these
};

/// That units have been changed in a manifest, and are counted again.
std::string note_of_changed(const std::string& path, const std::set<std::size_t>& units);

/// That a generator has nothing to count, because all is counted; and by which.
std::string note_of_nothing_left(const std::string& generator, const Known& known);

/// The name of a position of the plan's game, as other commands show it: where games begin, or one
/// of plylab list positions; else the text itself. Without the convention, which the notes tell.
std::string position_name(const CountableGame& game, const std::string& position);

/// `seconds` are those of the call that prints it.
reports::Table count_table(const CountableGame& game, const Plan& plan, const Known& known,
                           const std::optional<PartProgress>& part, double seconds);
reports::Table divide_table(const Plan& plan, const Known& known);
/// Of what is finished; without a row if nothing is but something is to be counted.
reports::Table statistics_table(const CountableGame& game, const Plan& plan, const Known& known,
                                std::size_t convention);
/// Who counted how much.
reports::Table workers_table(const Known& known);

}  // namespace plylab::perft::cluster
