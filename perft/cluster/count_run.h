// A count by units: the plan, what is missing, and what is known.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "perft/cluster/manifest.h"
#include "perft/cluster/work.h"
#include "perft/games/countable_game.h"

namespace plylab::perft::cluster {

/// The units of the part that are not in the manifest, which must have a plan.
std::vector<std::size_t> missing_units(Manifest& manifest, const Part& part);

/// Counts what the manifest lacks of the part; each unit is there as soon as it is finished. `plan`
/// is the manifest's, or for a new one what is to be counted and the ply of the frontier, 0 for one
/// that makes enough units; the rest of it is found. Throws InputError if that is not what the
/// manifest says, and as find_frontier(), count_units() and Manifest do; Stopped if job.stop goes
/// up before there is a frontier.
void count_missing(const CountableGame& game, const Plan& plan, Manifest& manifest,
                   const CountJob& job);

/// Counts for rank 0, which has the manifest, until there is no more to count. `job_for` says how
/// to count that game, apart from the part; it is called once rank 0 has found nothing wrong.
/// Throws InputError as count_units() does.
void help_counting(const std::vector<CountableGame>& games, Ranks& ranks,
                   const std::function<CountJob(const CountableGame&)>& job_for);

/// What a worker has done.
struct WorkDone {
  std::size_t units = 0;
  Count leaves;
  double seconds = 0;  ///< of all threads together
};

/// What is known of a plan that outlives it.
class Known {
 public:
  /// Nothing yet but the games that are over above the frontier.
  explicit Known(const Plan& plan);

  /// Adds what has been counted of a unit, each unit once.
  void add(const std::vector<BranchCounts>& branches);
  /// To be called once, when all has been added.
  void finish();

  Result result;  ///< of all finished units; complete if that is all; seconds of all threads
  std::size_t units = 0;                    ///< that are finished
  std::map<Worker, WorkDone> workers = {};  ///< who may have counted a unit once more

 private:
  const Plan& plan_;
};

/// Sums up a manifest, which must have a plan.
Known known_from(Manifest& manifest);

}  // namespace plylab::perft::cluster
