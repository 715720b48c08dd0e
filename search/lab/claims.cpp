#include "search/lab/claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/find_entry.h"
#include "gen/select_names.h"
#include "search/lab/blocks.h"
#include "search/lab/statistics.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;

/// Within what is claimed: yes, no, or not known.
Cell agrees(const Claim& claim, const Comparison& measured) {
  if (claim.on_every_start) {
    const std::size_t against = claim.at_most ? measured.more : measured.less;
    return against == 0 ? "yes" : "no";
  }
  if (!measured.ratio) return {};
  const Interval interval = measured.interval.value_or(Interval{*measured.ratio, *measured.ratio});
  const double low = claim.at_least.value_or(interval.low);
  const double high = claim.at_most.value_or(interval.high);
  if (interval.high < low || interval.low > high) return "no";
  return interval.low >= low && interval.high <= high ? "yes" : "undecided";
}

}  // namespace

std::string stated(const Claim& claim) {
  std::string out = claim.on_every_start ? "every start: " : "";
  if (claim.at_least) out += fmt::format("at least {}", *claim.at_least);
  if (claim.at_least && claim.at_most) out += ", ";
  if (claim.at_most) out += fmt::format("at most {}", *claim.at_most);
  return out;
}

reports::Table claims_table(const Experiment& experiment, const std::vector<Run>& runs,
                            const RunRecords& records, const ComparisonSpec& comparison) {
  reports::Table table{
      "claims",
      "What others have claimed, and what is measured here",
      {{"claim", "", "in the words of this experiment's file", 0},
       {"group", "", "where it is measured: the deepest runs of the group", 0},
       {"ratio", "", "geometric mean over the starts that both completed", 3},
       {"low", "", "95 % bootstrap interval (BCa) of the ratio", 3},
       {"high", "", "95 % bootstrap interval (BCa) of the ratio", 3},
       {"stated", "", "what the ratio should be", 0},
       {"agrees", "", "yes or no: the interval lies within or without; else undecided", 0},
       {"variant", "", "what the ratio's numerator is of", 0},
       {"against", "", "what its denominator is of", 0},
       {"measure", "", "the cost", 0},
       {"source", "", "who has claimed it", 0}},
      {},
      {}};
  for (const Claim& claim : comparison.claims) {
    const auto group = std::find_if(experiment.groups.begin(), experiment.groups.end(),
                                    [&](const Group& one) { return one.name == claim.group; });
    if (group == experiment.groups.end()) continue;
    const auto blocks = blocks_of(*group, runs, records, Factor::variant);
    if (blocks.empty()) continue;
    const Block& deepest = blocks.back();
    const Comparison measured =
        compare_levels(deepest, claim.variant, claim.against, find_entry(measures, claim.measure));
    if (measured.averaged() == 0) continue;
    table.add({claim.text, deepest.name, measured.ratio,
               measured.interval ? Cell(measured.interval->low) : Cell(),
               measured.interval ? Cell(measured.interval->high) : Cell(), stated(claim),
               agrees(claim, measured), claim.variant, claim.against, claim.measure, claim.source});
  }
  return table;
}

void check(const Claim& claim, const Experiment& experiment, std::string_view where) {
  const Group& group = find_entry(experiment.groups, claim.group, fmt::format("{}group", where));
  for (const std::string& variant : {claim.variant, claim.against})
    find_entry(group.levels[Factor::variant], variant, fmt::format("{}variant", where));
  find_entry(measures, claim.measure, fmt::format("{}measure", where));
}

}  // namespace plylab::search::lab
