// What a verification found, put together: each fault once, with all the positions that show it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perft/verify/verification.h"

namespace plylab::perft::verify {

/// A fault with the tasks that show it.
struct FaultGroup {
  std::size_t best;                   ///< the outcome whose counterexample is the smallest
  std::vector<std::size_t> shown_by;  ///< all outcomes, `best` included, in order
  Explanation explanation;  ///< of the best, or what the wrong moves of all have in common
};

/// Groups the diagnosed outcomes of the tasks by what is wrong: special moves that are missing or
/// repeated in all positions where there are any, else the kind of fault with the part of the state
/// or the rules concerned.
std::vector<FaultGroup> fault_groups(const std::vector<Task>& tasks,
                                     const std::vector<Outcome>& outcomes);

}  // namespace plylab::perft::verify
