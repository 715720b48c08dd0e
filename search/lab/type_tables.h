// Tables of nodes by type: expected by Knuth and Moore's rule, and as they turned out.
#pragma once

#include <vector>

#include "reports/tables/table.h"
#include "search/base/node_types.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// Sums over the positions, for each search and generator: by type, by ply and type, the places of
/// the moves that decide, and the cutoffs by type and place of the move. `types`: of each run, in
/// their order; empty if it has none.
std::vector<reports::PlannedTable> type_tables(const std::vector<Run>& runs,
                                               const std::vector<NodeTypes>& types);

}  // namespace plylab::search::lab
