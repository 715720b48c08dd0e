// Counts solved positions, for suites that state best moves.
#pragma once

#include "reports/tables/table.h"
#include "search/lab/comparison.h"

namespace plylab::search::lab {

/// A row for each level of the compared factor in each block: how many of the starts with best
/// moves were solved, that is, have one of these in the last completed iteration, compared with the
/// baseline on the same starts. No rows if no start has a best move.
reports::Table solved_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

}  // namespace plylab::search::lab
