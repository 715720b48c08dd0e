// Groups the findings of a verification: each fault once, with all positions that show it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "perft/verify/verification.h"

namespace plylab::perft::verify {

/// A fault with the tasks that show it.
struct FaultGroup {
  std::size_t best;                   ///< the outcome whose counterexample is the smallest
  std::vector<std::size_t> shown_by;  ///< all outcomes, including `best`, in order
  Explanation explanation;            ///< of `best`, or common to the wrong moves of all
};

/// Groups the diagnosed outcomes by fault: those that settle() has given the same causes;
/// otherwise by the kind of fault, with the part of the state or the rules concerned.
std::vector<FaultGroup> fault_groups(const std::vector<Outcome>& outcomes);

}  // namespace plylab::perft::verify
