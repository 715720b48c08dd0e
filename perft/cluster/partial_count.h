// The sums of a count, finished or not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "perft/cluster/manifest.h"
#include "perft/cluster/plan.h"
#include "perft/walk/run.h"

namespace plylab::perft::cluster {

/// The work that one origin has done.
struct WorkDone {
  std::size_t units = 0;
  Count leaves;
  double seconds = 0;  ///< summed over all threads
};

/// The sums of the finished units of a plan, which must outlive it.
class PartialCount {
 public:
  /// Starts with the games that end above the frontier.
  explicit PartialCount(const Plan& plan);

  /// Adds the counts of a unit; call it once for each unit. Throws InputError, as finish() does, if
  /// a sum exceeds 128 bits.
  void add(const std::vector<BranchCounts>& branches);
  /// Call it once, when all units have been added.
  void finish();

  /// How many units each generator has counted.
  std::map<std::string, std::size_t> units_by_generator() const;

  Result result;          ///< sums of the finished units; `seconds` is summed over threads
  std::size_t units = 0;  ///< number of finished units
  std::map<Origin, WorkDone> origins = {};  ///< units counted by several are in each

 private:
  const Plan& plan_;
};

/// Sums up a manifest, which must have a plan.
PartialCount sum_of(Manifest& manifest);

}  // namespace plylab::perft::cluster
