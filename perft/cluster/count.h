// A count by units: its frontier, what is missing, and who counts it.
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
  /// Who counts; depth, mode and early leaves are the plan's. Its progress is called after each
  /// unit: the share of this call's work done, and the leaves.
  Job how = {};
  Workspace workspace = {};  ///< to find the frontier
  Part part = {};
  Coordinator* coordinator = nullptr;  ///< of other processes that count, too; none without
  std::string program = {};            ///< that counts, for the manifest
  /// Called while the frontier is being found: the share of its last ply, or below 0.
  std::function<void(double share, double positions)> finding = {};
  std::function<void()> found = {};  ///< called before the first unit
};

/// The frontier of the plan, or of a plan without a ply one with enough positions. Throws as
/// find_frontier() does.
FrontierFile find_planned_frontier(const CountableGame& game, const Plan& plan,
                                   const CountJob& job);

/// The plan with the fields that the frontier determines.
Plan completed_plan(const CountableGame& game, Plan plan, const FrontierFile& frontier);

/// The records of a unit of the plan's frontier.
Bytes records_of(const FrontierFile& frontier, const Plan& plan, std::size_t unit);

/// Counts units by the job's threads, until next() gives none or the job is stopped. Throws as
/// count_units() does.
void count_units_here(const CountableGame& game, const Plan& plan, const CountJob& job,
                      const std::function<std::optional<UnitWork>()>& next, const TakeUnit& take);

/// The units of the part that are not in the manifest, which must have a plan.
std::vector<std::size_t> missing_units(Manifest& manifest, const Part& part);

/// Counts the units of the part that the manifest lacks, and stores each as soon as it is finished.
/// `plan` is the manifest's plan. For a new manifest it has only what is counted and the ply of the
/// frontier (0: one that makes enough units); the rest is found out here.
///
/// Throws InputError if the plan differs from the manifest's, and as find_frontier(), count_units()
/// and Manifest do. Throws Stopped if the stop flag goes up before there is a frontier.
void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job);

/// Counts for rank 0, which has the manifest, until no units are left. `job_for` is called once
/// rank 0 has accepted the plan: it says how to count the plan, apart from the part, or throws
/// InputError if this rank was started for another count. Throws InputError as count_units() does.
void count_as_worker(const std::vector<CountableGame>& games, Ranks& ranks,
                     const std::function<CountJob(const CountableGame&, const Plan&)>& job_for);

}  // namespace plylab::perft::cluster
