// Which positions two searches both visit, and why one visits what the other does not: --overlap.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/tables/table.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// Different positions: those of two searches, and those that both have visited.
struct Shared {
  std::uint64_t first = 0, second = 0, both = 0;

  std::uint64_t either() const { return first + second - both; }
  Shared& operator+=(const Shared& more);
  friend bool operator==(const Shared&, const Shared&) = default;
};

/// Why a search has not visited a position that another one has. It is read off where the two part:
/// at the nearest node above that both have visited.
enum class Unvisited { table, depth, window, order, pruned, list };

/// The names of these, in their order, and what each means of the search that has not visited it.
struct UnvisitedReason {
  std::string_view name, meaning;
};
inline constexpr std::array<UnvisitedReason, 6> unvisited_reasons = {
    {{"table", "its table settled the node above"},
     {"depth", "it had fewer plies left at the node above"},
     {"window", "it cut the node above off, where the other's window was wider"},
     {"order", "it cut the node above off by an earlier move, with no narrower window"},
     {"pruned", "it ended the node above or left out the move for another reason"},
     {"list", "one of the two searches by a list, not node by node"}}};

/// What only one of two searches has visited: different positions by the reason of the other.
using VisitedAlone = std::array<std::uint64_t, unvisited_reasons.size()>;

/// Two searches of the same starts side by side.
struct Overlap {
  std::string first = {}, second = {}, generator = {};
  std::uint64_t starts = 0;        ///< in which both have finished an iteration of the same depth
  Shared positions = {};           ///< at any distance from the root
  Shared leaves = {};              ///< with no plies left in some visit
  std::vector<Shared> plies = {};  ///< by distance from the root
  VisitedAlone by_first = {}, by_second = {};

  Overlap& operator+=(const Overlap& more);
};

/// One iteration of two searches of a start, of the same depth. Positions are told apart by their
/// keys.
Overlap overlap_of(const std::vector<Visit<std::string>>& first,
                   const std::vector<Visit<std::string>>& second);

/// Called before the work: throws InputError if no run can be compared with another one or with the
/// minimal tree.
void check_overlap(const std::vector<Run>& runs);

/// Searches again with all visits recorded, and compares each pair of runs of a start that have the
/// same generator, in the deepest iteration that both have finished; sums over the starts. A run
/// that also searches the minimal tree is compared with it in its last finished iteration, or with
/// the minimal graph if it has a table. Throws InputError if a search visits more than can be kept.
std::vector<Overlap> overlaps(const std::vector<Run>& runs, const std::string& kernel,
                              const std::atomic<bool>& stop);

/// A row for each pair of searches, also by ply; and the reasons.
std::vector<reports::PlannedTable> overlap_tables(const std::vector<Overlap>& overlaps);

}  // namespace plylab::search::lab
