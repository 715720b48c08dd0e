// Compares the levels of a factor.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/run_record.h"
#include "search/lab/statistics.h"

namespace plylab::reports {
class Command;
}

namespace plylab::search::lab {

/// A cost of two runs. One over all iterations of a run that was cut off by a limit is a lower
/// bound.
struct Measure {
  std::string_view name;
  Pair (*of)(const RunRecord& ours, const RunRecord& theirs);
  std::string_view heading;
  std::string_view summary;
};

/// All measures.
extern const std::array<Measure, 7> measures;

/// The names of all measures.
std::vector<std::string> measure_names();

/// A published claim: about the ratio of two levels' costs in a group, or about a figure of one
/// level's.
struct Claim {
  std::string text = {}, source = {};
  std::string group = {};
  Factor factor = Factor::variant;       ///< what the two levels are of
  std::string level = {}, against = {};  ///< nothing against: about the figure itself
  std::string measure = "last_nodes";    ///< a measure, or one of measures_of_claims
  std::string move = {};                 ///< that `until_move` waits for
  std::optional<double> at_least = {}, at_most = {};
  bool on_every_start = false;          ///< not only in the mean
  std::map<Factor, Level> levels = {};  ///< of other factors that vary in the group: which
};

/// What only claims measure, and no cost:
/// - same_value: the share of the starts with the same value;
/// - until_move: visited until the move was best, and stayed so to the end;
/// - pawn_hits: of the looks into the pawn table, the share that found the pawns.
inline constexpr std::array<std::string_view, 3> measures_of_claims = {"same_value", "until_move",
                                                                       "pawn_hits"};

/// What is compared with what.
struct ComparisonSpec {
  Factor factor = Factor::variant;
  std::string baseline = {};  ///< a level, "all" for all pairs, empty for each group's first level
  std::vector<std::string> measures = {"nodes"};
  std::vector<Claim> claims = {};
  bool by_position = false;  ///< tables with a row for each search of each start come first
  bool detail = false;       ///< all of these
};

/// The options by which commands choose what of an experiment is compared; empty where no option
/// was given.
struct ComparisonOptions {
  std::string factor, baseline;
  std::vector<std::string> measures;

  void add_to(reports::Command command);

  /// Whether any of them was given.
  bool given() const;

  /// Replaces what the specification says by what was given. Throws InputError.
  void overrule(ComparisonSpec& comparison, const Experiment& experiment) const;
};

/// A level in a table: depths are numbers.
reports::Cell cell_of(const Level& level);

/// The runs of one group that differ only in the start and in the level of the compared factor: by
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

/// Two levels of a block beside each other, on the starts for which both have the count.
Comparison compare_levels(const Block& block, const std::string& ours, const std::string& theirs,
                          const Measure& measure);

/// Checks that the baseline is a level of the factor in every group. Throws InputError, which
/// `where` begins.
void check(const ComparisonSpec& comparison, const Experiment& experiment, std::string_view where);

/// Throws InputError, which `where` begins, unless the claim's group, levels and measure exist, and
/// it names one level of each factor, except the depth, that varies in the group.
void check(const Claim& claim, const Experiment& experiment, std::string_view where);

/// What the ratio should be: "at least 0.5, at most 1".
std::string stated(const Claim& claim);

/// Whether the results agree with each claim, on the deepest runs of its group, or of the levels
/// that the claim names. No rows without claims.
/// - A claim about the mean: yes if the 95 % interval of the ratio lies within what is claimed, no
///   if it lies outside, else undecided; also undecided with too few starts for an interval.
/// - A claim about every start: yes if all are known and none contradicts.
reports::Table claims_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison);

/// A comparison and its p of both tests, corrected by Holm for its family.
struct Tested {
  Comparison result;
  double holm_sign = 1, holm_rank = 1;
};

/// The comparisons of one family, in their order.
std::vector<Tested> tested(const std::vector<Comparison>& family);

/// The columns from `ratio` to `holm_rank`, of costs in so many `places`: starts, rows.
reports::ColumnsOf<Tested> statistics_columns(std::string_view places);

/// Adds these columns to those of other rows; of(row) is what the row has in them, or null.
template <class Row>
void add_statistics(std::string_view places, auto of, reports::ColumnsOf<Row>& columns) {
  for (auto& [column, cell] : statistics_columns(places))
    columns.push_back({column, [of, cell = cell](const Row& row) {
                         const Tested* const tested = of(row);
                         return tested ? cell(*tested) : reports::Cell();
                       }});
}

/// A table for each measure: levels side by side on the same starts, all other factors equal.
/// Compared with the minimal tree, which is one iteration, nodes are those of the last iteration.
std::vector<reports::Table> comparisons(const Experiment& experiment, const std::vector<Run>& runs,
                                        const RunRecords& records,
                                        const ComparisonSpec& comparison);

/// The selective switches that a run has on, by its search or by name, with commas.
std::string selective_in(const Run& run);

/// The selective switches (search/base/switches.h) that some run had on, with commas; empty if
/// none. With them searches may give different values, so that value_differences() leaves such runs
/// out.
std::string selective_switches_in(const std::vector<Run>& runs);

/// The runs whose values at the deepest iteration that they completed differ although only
/// generator, ordering or variant does, described in a line each.
std::vector<std::string> value_differences(const std::vector<Run>& runs, const RunRecords& records);

}  // namespace plylab::search::lab
