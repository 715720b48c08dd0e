#include "perft/cluster/disagreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "perft/cluster/work.h"

namespace plylab::perft::cluster {
namespace {

/// A text that is not among the others; empty if there is none.
std::string other_than(const std::vector<std::string>& some,
                       const std::vector<std::string>& others) {
  for (const std::string& one : some)
    if (std::ranges::find(others, one) == others.end()) return one;
  return "";
}

Count paths_through(std::size_t branch, const std::vector<Paths>& paths) {
  const auto found = std::ranges::find(paths, branch, &Paths::branch);
  return found == paths.end() ? Count() : found->count;
}

}  // namespace

std::string disagreement(const Plan& first, const Plan& second) {
  if (const auto move = other_than(first.root_moves, second.root_moves); !move.empty())
    return fmt::format("only the first has the root move {}", move);
  if (const auto move = other_than(second.root_moves, first.root_moves); !move.empty())
    return fmt::format("only the second has the root move {}", move);
  if (first.root_moves != second.root_moves) return "their root moves are in different order";
  if (first.positions != second.positions)
    return fmt::format("at ply {} there are {} and {} positions", first.ply, first.positions,
                       second.positions);
  if (first.paths != second.paths)
    return fmt::format("{} and {} paths lead to ply {}", first.paths, second.paths, first.ply);
  for (std::size_t branch = 0; branch < first.root_moves.size(); ++branch) {
    const Count a = paths_through(branch, first.ended), b = paths_through(branch, second.ended);
    if (a != b)
      return fmt::format("below {} {} and {} games are over before ply {}",
                         first.root_moves[branch], a, b, first.ply);
  }
  if (first.blocks != second.blocks || first.units != second.units)
    return fmt::format("there are {} and {} units", first.units, second.units);
  return "";
}

std::string disagreement(const Plan& plan, const Unit& first, const Unit& second) {
  const std::string unit = fmt::format("unit {}", first.number);
  if (!std::ranges::equal(first.branches, second.branches, {}, &BranchCounts::branch,
                          &BranchCounts::branch))
    return unit + " is reached by different root moves";
  for (std::size_t i = 0; i < first.branches.size(); ++i) {
    const BranchCounts &a = first.branches[i], &b = second.branches[i];
    const std::string& move = plan.root_moves[a.branch];
    if (leaves_of(a) != leaves_of(b))
      return fmt::format("{} has {} and {} leaves below {}", unit, leaves_of(a), leaves_of(b),
                         move);
    if (a.counts != b.counts)
      return fmt::format("{} has the same leaves below {}, but of different kinds", unit, move);
  }
  return first.positions == second.positions
             ? ""
             : unit + " has the same leaves, but below different positions";
}

}  // namespace plylab::perft::cluster
