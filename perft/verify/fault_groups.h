// Groups the findings of a verification: each fault once, with all positions that show it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "perft/verify/verification.h"

namespace plylab::perft::verify {

/// A fault with the tasks that show it.
struct FaultGroup {
  std::size_t best;                   ///< the outcome whose counterexample is the smallest
  std::vector<std::size_t> shown_by;  ///< all outcomes, including `best`, in order
  Explanation explanation;            ///< of `best`, or common to the wrong moves of all
  /// For a fault of making moves: an outcome for each other kind of move that is made wrongly
  /// (Hypothesis::after). They may have one cause, or not.
  std::vector<std::size_t> others = {};
  /// The place of a fault with a known cause, of which this one, whose cause is not, may be a
  /// consequence.
  std::optional<std::size_t> perhaps_of = {};
};

/// A text for the outcome of the task at `place`, equal for outcomes that, as far as each shows by
/// itself, may have the same fault: all that may be misjudged attacks count as one. Deaths with the
/// same exit status may have one cause; any other failure is a fault of its own. Empty without a
/// fault, and for one that is presumed to have a known cause.
std::string fault_name(const Outcome& outcome, std::size_t place);

/// Groups the diagnosed outcomes by fault: those that settle() has given the same causes;
/// otherwise by the kind of fault, with the part of the state or the rules concerned.
std::vector<FaultGroup> fault_groups(const std::vector<Outcome>& outcomes);

/// How many faults a report shows: fault_groups(), and failures and odd answers, of which those
/// that are alike count as one.
std::size_t number_of_faults(const std::vector<Outcome>& outcomes);

}  // namespace plylab::perft::verify
