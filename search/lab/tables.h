// The tables of an experiment, and its report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/comparison.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// A row with the cost of each level of the factor in each block.
reports::Table overview(const Experiment& experiment, const std::vector<Run>& runs,
                        const RunRecords& records, Factor factor);

/// The classical comparison: a row for each variant, and a column for each block. Cells are
/// geometric means of ratios to the minimal tree, of nodes or leaves of the last iteration; for
/// "graph", of nodes to those of the minimal graph. No rows unless the minimal tree is one of the
/// variants.
reports::Table beside_minimal(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records, std::string_view count);

/// A row for each group, contestant (the varying factors other than the depth) and depth, with
/// nodes and branching factor of that iteration. Means are over the starts on which it was
/// completed by all contestants of the group that completed it on any.
reports::Table by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                        const RunRecords& records);

/// The same nodes with a column for each level of the factor. Means are over the starts on which
/// the iteration was completed by all contestants of the row that completed it on any. No rows if
/// the factor is the depth, or if no group has several depths.
reports::Table pivot_by_depth(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records, Factor factor);

/// A row for each level of the compared factor in each block: how many of the starts with best
/// moves were solved, that is, have one of these in the last completed iteration, compared with the
/// baseline on the same starts. No rows if no start has a best move.
reports::Table solved_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

/// The runs: start, factors, value, and counts over all iterations, except `last_nodes`.
reports::Table runs_table(const std::vector<Run>& runs, const RunRecords& records);

/// The pictures of these tables.
inline const reports::Picture growth_picture{.name = "growth",
                                             .summary = "nodes by depth",
                                             .form = reports::Form::curves,
                                             .of = "nodes",
                                             .label = "nodes of the iteration",
                                             .logarithmic = true,
                                             .title = "Nodes by depth",
                                             .by = "depth",
                                             .by_label = "depth in plies",
                                             .bound = std::string(minimal_variant),
                                             .comes_first = true};
inline const reports::Picture branching_picture{.name = "branching",
                                                .summary = "branching factor by depth",
                                                .form = reports::Form::curves,
                                                .of = "ebf",
                                                .label = "nodes(d) / nodes(d−1)",
                                                .title = "Branching factor by depth",
                                                .by = "depth",
                                                .by_label = "depth in plies",
                                                .bound = std::string(minimal_variant),
                                                .comes_first = true};
inline const reports::Picture profile_picture{.name = "profile",
                                              .summary = "performance profile",
                                              .form = reports::Form::profile,
                                              .of = "last_nodes",
                                              .label = "nodes of the last iteration",
                                              .title = "Performance profile",
                                              .bound = std::string(minimal_variant)};
inline const reports::Picture scatter_picture{
    .name = "scatter",
    .summary = "cost position by position against the first contestant's",
    .form = reports::Form::scatter,
    .of = "last_nodes",
    .label = "nodes of the last iteration",
    .title = "Nodes by start and depth",
    .bound = std::string(minimal_variant)};

/// All tables, without provenance; not complete if a run is missing.
reports::Report report_of(const Experiment& experiment, const std::vector<Run>& runs,
                          const RunRecords& records, const ComparisonSpec& comparison);

/// The tables that such a report can have.
std::vector<reports::Schema> declared_tables(const Experiment& experiment,
                                             const std::vector<Run>& runs,
                                             const ComparisonSpec& comparison);

/// The tables that a report has only if --table names them, because they are large: the raw data,
/// and the runs where the report is by position. The arguments must outlive the plan.
std::vector<reports::PlannedTable> tables_on_request(const std::vector<Run>& runs,
                                                     const RunRecords& records,
                                                     const ComparisonSpec& comparison);

/// The same notes for further tables in which the experiment's searches are compared: whether their
/// transposition tables are equal.
void note_terms(const Experiment& experiment, std::vector<reports::Table>& tables);

/// Adds a note to tables with times if the runs were done on several machines, and notes to the
/// report if several builds of the program did them, and if the store has runs that the experiment
/// does not have.
void note_store(const std::vector<std::string>& cpus, const std::vector<std::string>& builds,
                std::size_t strangers, reports::Report& report);

}  // namespace plylab::search::lab
