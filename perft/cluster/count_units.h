// Counts by units: finds the frontier, and counts the missing units.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "perft/cluster/coordinator.h"
#include "perft/cluster/manifest.h"
#include "perft/cluster/plan.h"
#include "perft/games/countable_game.h"

namespace plylab::perft::cluster {

/// How to count.
struct CountJob {
  /// Generator, threads and table; depth, mode and early leaves come from the plan. Calls its
  /// progress after each unit, with the share of this call's work done and the leaves.
  Job how = {};
  Workspace workspace = {};  ///< to find the frontier
  Part part = {};
  Coordinator* coordinator = nullptr;  ///< of other counting processes; may be null
  std::string program = {};            ///< name of this program, for the manifest
  /// Called while the frontier is being found, with the share of its last ply done, or a value
  /// below 0.
  std::function<void(double share, double positions)> finding = {};
  std::function<void()> found = {};  ///< called before the first unit
};

/// Finds the frontier at the plan's ply, or, if the plan has none, at the first ply with enough
/// positions. Throws as find_frontier() does.
FrontierFile find_planned_frontier(const CountableGame& game, const Plan& plan,
                                   const CountJob& job);

/// Completes the plan with the fields that the frontier determines.
Plan completed_plan(const CountableGame& game, Plan plan, const FrontierFile& frontier);

/// The records of a unit of the plan's frontier.
Bytes records_of(const FrontierFile& frontier, const Plan& plan, std::size_t unit);

/// Counts units with the job's threads, until next() returns none or the job is stopped. Throws as
/// count_units() does.
void count_units_here(const CountableGame& game, const Plan& plan, const CountJob& job,
                      const std::function<std::optional<UnitWork>()>& next, const TakeUnit& take);

/// The units of the part that are not in the manifest, which must have a plan.
std::vector<std::size_t> missing_units(Manifest& manifest, const Part& part);

/// Counts the units of the part that the manifest lacks, and stores each as soon as it is finished.
/// `plan` is the manifest's plan. For a new manifest it states only what to count and the ply of
/// the frontier (0 for the default); this function completes it.
///
/// Throws InputError if the plan differs from the manifest's, and as find_frontier(), count_units()
/// and Manifest do. Throws Stopped if the stop flag is set before the frontier is found.
void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job);

/// Counts for rank 0, which has the manifest, until no units are left. It calls `job_for` with the
/// plan from rank 0. `job_for` returns how to count it, without a part, or throws InputError if
/// this rank was started for another count. Throws InputError as count_units() does.
void count_as_worker(const std::vector<CountableGame>& games, Ranks& ranks,
                     const std::function<CountJob(const CountableGame&, const Plan&)>& job_for);

}  // namespace plylab::perft::cluster
