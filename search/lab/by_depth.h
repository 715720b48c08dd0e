// What iterations cost, depth by depth.
#pragma once

#include <vector>

#include "reports/tables/table.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// A row for each group, contestant (what varies beside the depth) and depth: nodes and branching
/// factor of that iteration, means over the starts on which all contestants of the group that got
/// so deep on any completed it.
reports::Table by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                        const RunRecords& records);

/// The same nodes, a column for each level of the factor, but means over the starts on which all of
/// the row that got so deep on any completed it; no rows if the factor is the depth, or if no group
/// has several depths.
reports::Table pivot_by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records, Factor factor);

}  // namespace plylab::search::lab
