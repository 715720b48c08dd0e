// The runs of an experiment, read from their file without anything else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/comparison.h"

namespace plylab::search::lab {

/// What the file of --runs holds.
struct StoredRuns {
  Experiment experiment;
  ComparisonSpec comparison;
  reports::Provenance provenance;  ///< of the last header
  std::vector<std::string> cpus;   ///< of all headers
  std::vector<Run> runs;           ///< of the experiment
  RunRecords records;              ///< theirs; nothing for a run that is not in the file
};

/// Whether a text looks like the file of --runs.
bool holds_runs(std::string_view text);

/// Reads it; a last line that is torn does not count. Throws InputError, which `where` begins.
StoredRuns read_runs(std::string_view text, const std::string& where);

/// The runs as a table: what each started from, its factors, its value and its counts over all
/// iterations, `last_nodes` apart.
reports::Table runs_table(const std::vector<Run>& runs, const RunRecords& records);

}  // namespace plylab::search::lab
