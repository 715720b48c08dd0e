// The tables of an experiment, and its report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// A row for each level of the factor in each block: its own cost.
reports::Table overview(const Experiment& experiment, const std::vector<Run>& runs,
                        const RunRecords& records, Factor factor);

/// The classical picture: a row for each variant, a column for each block, and in it the geometric
/// mean of a count of the last iteration, nodes or leaves, by that of the minimal tree, or for
/// "graph" of its nodes by those of the minimal graph. Without rows unless the minimal tree is
/// among the variants.
reports::Table beside_minimal(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records, std::string_view count);

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

/// The runs: what each started from, its factors, its value and its counts over all iterations,
/// `last_nodes` apart.
reports::Table runs_table(const std::vector<Run>& runs, const RunRecords& records);

/// All tables, without provenance; not complete if a run is missing.
reports::Report report_of(const Experiment& experiment, const std::vector<Run>& runs,
                          const RunRecords& records, const ComparisonSpec& comparison);

/// The tables that such a report can have, without rows, so that names can be checked beforehand.
reports::Report possible_report(const Experiment& experiment, const std::vector<Run>& runs,
                                const ComparisonSpec& comparison);

/// Says in the tables with times that the runs were done on several machines, if they were, and in
/// the first table how many lines of the store are of runs that the experiment does not have.
void note_store(const std::vector<std::string>& cpus, std::size_t strangers,
                reports::Report& report);

}  // namespace plylab::search::lab
