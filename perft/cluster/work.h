// The work on a plan in one process: its frontier, and its units.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "perft/cluster/crew.h"
#include "perft/cluster/plan.h"
#include "perft/frontier/frontier_file.h"
#include "perft/games/countable_game.h"

namespace plylab::perft::cluster {

/// How to count.
struct CountJob {
  std::string generator = {};  ///< of the game; empty: its default one
  std::string kernel = {};     ///< of a generator that has several; empty: the fastest here
  int threads = 1;
  std::size_t hash_mib = 0;                ///< of a table that all threads share; 0: none
  bool exact = false;                      ///< the table tells positions apart by their packed form
  std::span<std::byte> table_memory = {};  ///< zeros that other processes use, too; or its own
  std::size_t memory = std::size_t{1} << 30;  ///< bytes, to find the frontier
  std::string folder = {};                    ///< of temporary files; empty: the system's own
  Part part = {};
  Crew* crew = nullptr;                     ///< other processes that help; none without
  std::string program = {};                 ///< that counts, for the manifest
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called while the frontier is being found: the share of its last ply, or below 0.
  std::function<void(double share, double positions)> finding = {};
  std::function<void()> found = {};  ///< called before the first unit
  /// Called after each unit: the share of this call's work done, and the leaves.
  std::function<void(double share, double leaves)> progress = {};
};

/// Full and higher ones together.
Count leaves_of(const BranchCounts& branch);

/// The frontier of the plan, or of a plan without a ply one with enough positions. Throws as
/// find_frontier() does.
FrontierFile find_planned_frontier(const CountableGame& game, const Plan& plan,
                                   const CountJob& job);

/// The plan with all that is known once the frontier is.
Plan completed_plan(Plan plan, const FrontierFile& frontier);

/// A unit of the plan's frontier.
UnitWork work_of(const FrontierFile& frontier, const Plan& plan, std::size_t unit);

/// What the job's table must have in common with others to be one with them, on the same plan.
TableKind table_kind(const CountableGame& game, const CountJob& job);

/// Counts units by the job's threads, until next() gives none or the job is stopped. Throws as
/// count_units() does.
void count_units_here(const CountableGame& game, const Plan& plan, const CountJob& job,
                      const Next& next, const Take& take);

}  // namespace plylab::perft::cluster
