// The levels of a factor beside each other.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// A cost of a run, over all its iterations, so that a run cut off by a limit gives a lower bound.
struct Measure {
  std::string_view name;
  double (*of)(const RunRecord&);
  std::string_view heading;
  std::string_view summary;
};

/// All measures.
extern const std::array<Measure, 5> measures;

/// The names of all measures.
std::vector<std::string> measure_names();

/// What somebody has claimed about the ratio of two variants' costs in a group.
struct Claim {
  std::string text = {}, source = {};
  std::string group = {}, variant = {}, against = {};
  std::string measure = "last_nodes";
  std::optional<double> at_least = {}, at_most = {};
  bool on_every_start = false;                ///< not only in the mean
  std::map<Factor, std::string> levels = {};  ///< of factors that vary in the group: which
};

/// What is compared with what.
struct ComparisonSpec {
  Factor factor = Factor::variant;
  std::string baseline = {};  ///< a level, "all" for all pairs, empty for each group's first level
  std::vector<std::string> measures = {"nodes"};
  std::vector<Claim> claims = {};
};

struct Block;
struct Comparison;

/// Two levels of a block beside each other, on the starts for which both have the count.
Comparison compare_levels(const Block& block, const std::string& ours, const std::string& theirs,
                          const Measure& measure);

/// Checks that the baseline is a level of the factor in every group. Throws InputError, which
/// `where` begins.
void check(const ComparisonSpec& comparison, const Experiment& experiment, std::string_view where);

/// A table for each measure: levels side by side on the same starts, all other factors equal.
/// Beside the minimal tree, which is one iteration, nodes are those of the last iteration.
std::vector<reports::Table> comparisons(const Experiment& experiment, const std::vector<Run>& runs,
                                        const RunRecords& records,
                                        const ComparisonSpec& comparison);

/// The selective switches (search/base/switches.h) that some run had on, with commas; empty if
/// none. They may give each search another value, so that such runs are left out of
/// value_differences().
std::string selective_switches_in(const std::vector<Run>& runs);

/// The runs whose values differ although only generator, ordering or variant does, described in a
/// line each.
std::vector<std::string> value_differences(const std::vector<Run>& runs, const RunRecords& records);

}  // namespace plylab::search::lab
