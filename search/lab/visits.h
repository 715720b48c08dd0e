// Small trees, visit by visit.
#pragma once

#include <atomic>

#include "reports/record.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// An empty table of visits.
reports::Table visits_table();

/// Adds every visit of a run's search, in the order in which they began: node, window, what the
/// visit returned, whether a value reached beta. A search that goes beyond some thousand visits is
/// cut off, with a note. Throws InputError for chess, whose trees are too large to be read.
void add_visits(reports::Table& table, const Run& run, const std::atomic<bool>& stop);

}  // namespace plylab::search::lab
