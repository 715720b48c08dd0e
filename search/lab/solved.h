// How many positions were solved: those of suites that say which moves are best.
#pragma once

#include "reports/tables/table.h"
#include "search/lab/comparison.h"

namespace plylab::search::lab {

/// A row for each level of the compared factor in each block: of the starts with best moves those
/// whose last completed iteration has one of them, beside the baseline on the same starts. No rows
/// if no start has a best move.
reports::Table solved_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

}  // namespace plylab::search::lab
