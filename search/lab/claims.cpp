#include "search/lab/claims.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/base/names.h"
#include "search/lab/blocks.h"
#include "search/lab/statistics.h"

namespace plylab::search::lab {
namespace {

using reports::Cell;

/// Within what is claimed: yes, no, or not known. The group has so many starts.
Cell agrees(const Claim& claim, const Comparison& measured, std::size_t starts) {
  if (claim.on_every_start) {
    const std::size_t against =
        (claim.at_most ? measured.more : 0) + (claim.at_least ? measured.less : 0);
    if (against > 0) return "no";
    return measured.less + measured.equal + measured.more == starts ? "yes" : "undecided";
  }
  if (!measured.interval) return "undecided";
  const Interval interval = *measured.interval;
  const double low = claim.at_least.value_or(interval.low);
  const double high = claim.at_most.value_or(interval.high);
  if (interval.high < low || interval.low > high) return "no";
  return interval.low >= low && interval.high <= high ? "yes" : "undecided";
}

/// Whether the run is of the levels that the claim names.
bool is_about(const Claim& claim, const Run& run) {
  return std::all_of(claim.levels.begin(), claim.levels.end(),
                     [&](const auto& level) { return run[level.first] == level.second; });
}

/// The deepest block of those that have the levels which the claim names; null if there is none.
const Block* block_about(const Claim& claim, const std::vector<Block>& blocks) {
  const Block* deepest = nullptr;
  for (const Block& block : blocks)
    if (is_about(claim, *block.example) &&
        (!deepest || block.example->depth() >= deepest->example->depth()))
      deepest = &block;
  return deepest;
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
       {"group", "", "where it is measured, at its greatest depth if the claim names none", 0},
       {"switches", "", "that all had", 0},
       {"starts", "", "that both completed", 0},
       {"ratio", "", "geometric mean over the starts that both completed", 3},
       {"low", "", "95 % bootstrap interval (BCa) of the ratio", 3},
       {"high", "", "95 % bootstrap interval (BCa) of the ratio", 3},
       {"stated", "", "what the ratio should be", 0},
       {"agrees", "",
        "yes or no: the interval lies within or without; else undecided, as it is without an "
        "interval, from fewer than 6 starts",
        0},
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
    const Block* block = block_about(claim, blocks);
    if (!block) continue;
    const Comparison measured =
        compare_levels(*block, claim.variant, claim.against, find_entry(measures, claim.measure));
    table.add({claim.text, block->name, (*block->example)[Factor::switches], measured.averaged(),
               measured.ratio, measured.interval ? Cell(measured.interval->low) : Cell(),
               measured.interval ? Cell(measured.interval->high) : Cell(), stated(claim),
               agrees(claim, measured, group->starts.size()), claim.variant, claim.against,
               claim.measure, claim.source});
  }
  return table;
}

void check(const Claim& claim, const Experiment& experiment, std::string_view where) {
  const Group& group = find_entry(experiment.groups, claim.group, fmt::format("{}group", where));
  for (const std::string& variant : {claim.variant, claim.against})
    find_entry(group.levels[Factor::variant], variant, fmt::format("{}variant", where));
  find_entry(measures, claim.measure, fmt::format("{}measure", where));
  for (std::size_t i = 0; i < factor_names.size(); ++i) {
    const auto factor = static_cast<Factor>(i);
    if (factor == Factor::variant) continue;
    const auto& levels = group.levels[factor];
    if (const auto named = claim.levels.find(factor); named != claim.levels.end())
      find_entry(levels, named->second, fmt::format("{}{}", where, factor_names[i]));
    else if (factor != Factor::depth && levels.size() > 1)
      throw InputError(fmt::format("{}{}: the group '{}' has several; which is it about?", where,
                                   factor_names[i], group.name));
  }
}

}  // namespace plylab::search::lab
