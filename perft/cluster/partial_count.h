// The sums of a count, finished or not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "perft/cluster/manifest.h"
#include "perft/cluster/plan.h"
#include "perft/count/run.h"

namespace plylab::perft::cluster {

/// What one of those who count has done.
struct WorkDone {
  std::size_t units = 0;
  Count leaves;
  double seconds = 0;  ///< of all threads together
};

/// The sums of the finished units of a plan, which must outlive it.
class PartialCount {
 public:
  /// Begins with the games that end above the frontier.
  explicit PartialCount(const Plan& plan);

  /// Adds what has been counted of a unit, each unit once. Throws InputError, as finish() does, for
  /// sums that exceed 128 bits.
  void add(const std::vector<BranchCounts>& branches);
  /// Call it once, when all units have been added.
  void finish();

  /// How many units each generator has counted.
  std::map<std::string, std::size_t> units_by_generator() const;

  Result result;  ///< of all finished units; complete if that is all; seconds of all threads
  std::size_t units = 0;                    ///< that are finished
  std::map<Origin, WorkDone> origins = {};  ///< a unit that several have counted is with each

 private:
  const Plan& plan_;
};

/// Sums up a manifest, which must have a plan.
PartialCount sum_of(Manifest& manifest);

}  // namespace plylab::perft::cluster
