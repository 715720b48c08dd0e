#include "perft/cluster/partial_count.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "gen/base/input_error.h"

namespace plylab::perft::cluster {
namespace {

/// Calls add(), and rethrows an overflow as InputError.
void sum(auto&& add) try { add(); } catch (const std::overflow_error& error) {
  throw InputError(error.what());
}

}  // namespace

PartialCount::PartialCount(const Plan& plan) : plan_(plan) {
  for (std::size_t branch = 0; branch < plan.root_moves.size(); ++branch) {
    const Count early = plan.early_leaves ? plan.ended[branch] : Count();
    result.branches.push_back({plan.root_moves[branch], early, early});
  }
}

void PartialCount::add(const std::vector<BranchCounts>& branches) {
  ++units;
  sum([&] {
    for (const BranchCounts& branch : branches) {
      RootMove& move = result.branches[branch.branch];
      move.leaves += leaves_of(branch);
      if (branch.counts.size() > 1) move.early += branch.counts[1];
      for (std::size_t i = 2; i < branch.counts.size(); ++i) {
        result.kinds.resize(std::max(result.kinds.size(), i - 1));
        result.kinds[i - 2] += branch.counts[i];
      }
    }
  });
}

void PartialCount::finish() {
  if (plan_.early_leaves && plan_.root_moves.empty()) result.leaves = result.early = 1;
  sum([&] {
    for (const RootMove& move : result.branches) {
      result.leaves += move.leaves;
      result.early += move.early;
    }
  });
  std::sort(result.branches.begin(), result.branches.end());
  result.complete = units == plan_.units;
}

std::map<std::string, std::size_t> PartialCount::units_by_generator() const {
  std::map<std::string, std::size_t> counted;
  for (const auto& [origin, done] : origins) counted[origin.generator] += done.units;
  return counted;
}

PartialCount sum_of(Manifest& manifest) {
  PartialCount count(*manifest.plan());
  std::optional<std::size_t> last;
  manifest.for_each_unit([&](const Unit& unit, const Origin& origin) {
    if (std::exchange(last, unit.number) != unit.number) count.add(unit.branches);
    WorkDone& done = count.origins[origin];
    ++done.units;
    done.seconds += unit.seconds;
    for (const BranchCounts& branch : unit.branches) done.leaves += leaves_of(branch);
    count.result.seconds += unit.seconds;
  });
  count.finish();
  return count;
}

}  // namespace plylab::perft::cluster
