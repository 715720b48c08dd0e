// Compares the levels of a factor.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/columns.h"
#include "reports/tables/table.h"
#include "search/lab/paired_statistics.h"
#include "search/lab/run_record.h"

namespace plylab::cli {
class Command;
}

namespace plylab::search::lab {

/// A cost of two runs. A cost over all iterations of a run that a limit ended is a lower bound.
struct Measure {
  std::string_view name;
  Pair (*of)(const RunRecord& ours, const RunRecord& theirs);
  std::string_view what;  ///< is counted, begins with a capital letter
  std::string_view definition;
  std::string_view scope;  ///< the iterations in which it is counted
};

/// All measures.
extern const std::array<Measure, 8> measures;

/// The names of all measures.
std::vector<std::string> measure_names();

/// A published claim about the ratio of two levels' costs in a group, or about a figure of one
/// level.
struct Claim {
  std::string text = {}, source = {};
  std::string group = {};
  Factor factor = Factor::variant;       ///< the factor of the two levels
  std::string level = {}, against = {};  ///< empty `against`: a figure of `level`
  std::string measure = "last_nodes";    ///< a measure, or one of measures_of_claims
  std::string line = {};                 ///< for the measure `until_line`
  std::optional<double> at_least = {}, at_most = {};
  bool on_every_start = false;          ///< not only on average
  std::map<Factor, Level> levels = {};  ///< of other factors that vary in the group

  friend bool operator==(const Claim&, const Claim&) = default;
  static constexpr Fields<&Claim::text, &Claim::source, &Claim::group, &Claim::factor,
                          &Claim::level, &Claim::against, &Claim::measure, &Claim::line,
                          &Claim::at_least, &Claim::at_most, &Claim::on_every_start, &Claim::levels>
      fields = {};
};

/// Measures that only claims use:
/// - same_value: the share of starts with the same value;
/// - until_line: visits until the line of the search began with these moves, and kept them to the
///   end;
/// - pawn_hit_rate: the hit rate of the pawn table, on the starts on which it is not 0;
/// - mean_leaves: the arithmetic mean of the leaves over the starts, whose expected value theory
///   gives;
/// - root_searches: how often the last iteration of a test driver searched the root: 1 and the
///   second searches.
inline constexpr std::array<std::string_view, 5> measures_of_claims = {
    "same_value", "until_line", "pawn_hit_rate", "mean_leaves", "root_searches"};

/// What to compare, and with what.
struct ComparisonSpec {
  Factor factor = Factor::variant;
  std::string baseline = {};  ///< a level; "all" for all pairs; empty for each group's first
  std::vector<std::string> measures = {"nodes"};
  std::vector<Claim> claims = {};
  bool by_position = false;  ///< tables with a row for each search of each start come first
  bool detail = false;       ///< all of these

  friend bool operator==(const ComparisonSpec&, const ComparisonSpec&) = default;
  static constexpr Fields<&ComparisonSpec::factor, &ComparisonSpec::baseline,
                          &ComparisonSpec::measures, &ComparisonSpec::claims,
                          &ComparisonSpec::by_position, &ComparisonSpec::detail>
      fields = {};
};

/// The options that choose what to compare; empty if not given.
struct ComparisonOptions {
  std::string factor, baseline;
  std::vector<std::string> measures;

  void add_to(cli::Command command);

  /// Whether any of them was given.
  bool given() const;
  /// Whether different positions have to be counted for them.
  bool measures_distinct() const;

  /// Replaces parts of the specification by the options given. Throws InputError.
  void overrule(ComparisonSpec& comparison, const Experiment& experiment) const;
};

/// A level in a table: depths are numbers.
reports::Cell cell_of(const Level& level);

/// The role of a column with a factor's levels.
constexpr reports::Role role_of(Factor factor) {
  return factor == Factor::depth ? reports::Role::depth : reports::Role::contestant;
}

/// The column of a table's group, and that of the compared factor.
inline constexpr reports::SharedColumn group_column{
    "group", "", "what all runs of the row have in common", 0, reports::Role::group};
inline reports::Column level_column(Factor factor, std::string_view help) {
  return {name_of(factor), "", help, 0, role_of(factor)};
}

/// Of a table with the columns of add_statistics().
inline const reports::Picture ratio_picture{
    .name = "ratio",
    .summary = "cost relative to the baseline, with its interval",
    .form = reports::Form::lines,
    .of = "ratio",
    .label = "ratio",
    .logarithmic = true,
    .low = "low",
    .high = "high",
    .number = 1};

/// The runs of one group that differ only in the start and the level of the compared factor, by
/// level, then by start.
struct Block {
  std::string name;
  const Run* example;  ///< one of the runs, which has the levels of all other factors
  std::map<std::string, std::map<std::string, const RunRecord*>>
      by_level;  ///< only those that were done

  /// The record of a level on a start, or null.
  const RunRecord* find(const std::string& level, const std::string& start) const;
};

/// The blocks of a group in the order of its runs.
std::vector<Block> blocks_of(const Group& group, const std::vector<Run>& runs,
                             const RunRecords& records, Factor compared);

/// Checks that the baseline is a level of the factor in every group. Throws InputError, whose
/// message begins with `where`.
void check(const ComparisonSpec& comparison, const Experiment& experiment, std::string_view where);

/// Throws InputError, whose message begins with `where`, unless the claim's group, levels and
/// measure exist, and the claim names one level of each factor that varies in the group, except the
/// depth.
void check(const Claim& claim, const Experiment& experiment, std::string_view where);

/// The range that the claim states: "at least 0.5, at most 1".
std::string stated(const Claim& claim);

reports::Schema claims_table();

/// Whether the results agree with each claim, judged by the deepest runs of its group, or of the
/// levels that it names.
/// - A claim about the mean: yes if the 95 % interval of the ratio is within the claimed range, no
///   if it is outside, otherwise undecided; also undecided with too few starts for an interval.
/// - A claim about every start: yes if all starts are known and none contradicts it.
reports::Table claims_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

reports::Schema speed_up_table();

/// For each set of switches with several threads, beside the same with one thread: how much sooner
/// they end, and of what that is made: search overhead, waiting, and the rate of a thread at work,
/// which contention lowers. Only of runs that reached their depth.
reports::Table speed_up_table(const Experiment& experiment, const std::vector<Run>& runs,
                              const RunRecords& records);

/// A comparison, and the p-values of both tests, with Holm's correction for its family.
struct Tested {
  Comparison result;
  double holm_sign = 1, holm_rank = 1;
};

/// Corrects the comparisons of one family, in their order.
std::vector<Tested> tested(const std::vector<Comparison>& family);

/// The columns from `ratio` to `holm_rank`; `places` names what the pairs are: starts, rows.
reports::ColumnsOf<Tested> statistics_columns(std::string_view places);

/// Adds these columns to those of another row type; of(row) is the row's Tested, or null.
template <class Row>
void add_statistics(std::string_view places, auto of, reports::ColumnsOf<Row>& columns) {
  for (auto& [column, cell] : statistics_columns(places))
    columns.push_back({column, [of, value = cell](const Row& row) {
                         const Tested* const tested = of(row);
                         return tested ? value(*tested) : reports::Cell();
                       }});
}

/// A table for each measure that any two levels have: compares levels on the same starts, with all
/// other factors equal. For comparisons with the minimal tree, which is one iteration, nodes are
/// those of the last iteration. The arguments must outlive the plan.
std::vector<reports::PlannedTable> compared_tables(const Experiment& experiment,
                                                   const std::vector<Run>& runs,
                                                   const RunRecords& records,
                                                   const ComparisonSpec& comparison);

/// The selective switches of a run, set by its search or by name, separated by commas.
std::string selective_in(const Run& run);

/// The selective switches (search/base/switches.h) of all runs, separated by commas. With them
/// searches may give different values, so that contradictions() does not compare theirs.
std::string selective_switches_in(const std::vector<Run>& runs);

/// Two runs that find different values although only generator, ordering or variant are different.
struct ValueDifference {
  const Run& run;    ///< the later one
  const Run& other;  ///< the first of the runs that must agree with it
  int depth;         ///< the smallest at which they differ
  Value value, other_value;
};

/// The runs that find another value than the first that must agree with them, at a depth that both
/// have finished.
std::vector<ValueDifference> value_differences(const std::vector<Run>& runs,
                                               const RunRecords& records);

/// How the run differs from the other in the factors that must not affect the value.
std::string unlike(const Run& run, const Run& other);

/// A line for each run that contradicts another one:
/// - its value at a depth that both have finished is different, although only generator, ordering
///   or variant are;
/// - it visits another number of nodes in an iteration, although only the generator is different.
///   Not with several threads, nor in the generators' own order.
std::vector<std::string> contradictions(const std::vector<Run>& runs, const RunRecords& records);

}  // namespace plylab::search::lab
