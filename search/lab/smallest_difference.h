// Finds a small position in which two searches that must agree find different values.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/base/value.h"
#include "search/lab/experiment.h"

namespace plylab::search::lab {

/// A position in which two runs differ.
struct SmallestDifference {
  std::string position;  ///< in the game's notation, with moves where that has no text for it
  std::vector<std::string> played;  ///< the moves to it from the start of the runs
  int depth;
  Value value, other;            ///< by the run, and by the other one
  std::optional<Value> minimax;  ///< by minimax; none if it takes too long, or does not fit
};

/// Follows the difference from the start of the runs, which they share, to a position and a depth
/// where it is, but in none of the position's children at a depth less by one. None if there is no
/// difference within some million visits, or if `stop` is set. `begins` is called before each
/// search.
std::optional<SmallestDifference> smallest_difference(const Run& run, const Run& other,
                                                      const std::string& kernel,
                                                      const std::atomic<bool>& stop,
                                                      const std::function<void()>& begins = {});

}  // namespace plylab::search::lab
