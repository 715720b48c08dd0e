// What a verification found, put together: each fault once, with all the positions that show it.
#pragma once

#include <cstddef>
#include <vector>

#include "perft/verify/run.h"

namespace plylab::perft::verify {

/// A fault with the tasks that show it.
struct FaultGroup {
  std::size_t best;                   ///< the outcome whose counterexample is the smallest
  std::vector<std::size_t> shown_by;  ///< all outcomes, `best` included, in order
};

/// Groups the diagnosed outcomes by what is wrong: the kind of fault with the part of the state or
/// the rules concerned.
std::vector<FaultGroup> fault_groups(const std::vector<Outcome>& outcomes);

}  // namespace plylab::perft::verify
