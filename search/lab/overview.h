// What the levels of a factor cost, each for itself.
#pragma once

#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// A row for each level in each block (blocks.h).
reports::Table overview(const Experiment& experiment, const std::vector<Run>& runs,
                        const RunRecords& records, Factor factor);

/// The classical picture: a row for each variant, a column for each block, and in it the geometric
/// mean of a count of the last iteration, nodes or leaves, by that of the minimal tree, or for
/// "graph" of its nodes by those of the minimal graph. Without rows unless the minimal tree is
/// among the variants.
reports::Table beside_minimal(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records, std::string_view count);

}  // namespace plylab::search::lab
