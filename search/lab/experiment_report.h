// The report of an experiment, from its records.
#pragma once

#include <vector>

#include "reports/tables/table.h"
#include "search/lab/comparison.h"
#include "search/run/searchable_game.h"

namespace plylab::search::lab {

/// All tables, without provenance; not complete if a run is missing. The games are those of the
/// starts at least. Throws InputError if one is missing.
reports::Report report_of(const Experiment& experiment, const std::vector<Run>& runs,
                          const RunRecords& records, const ComparisonSpec& comparison,
                          const std::vector<SearchableGame>& games);

/// Says in the tables with times that the runs were done on several machines, if they were.
void note_machines(const std::vector<std::string>& cpus, reports::Report& report);

}  // namespace plylab::search::lab
