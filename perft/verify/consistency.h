// Holds every cause that may be named against all answers of a run.
#pragma once

#include <vector>

#include "perft/verify/verification.h"

namespace plylab::perft::verify {

/// Leaves of each diagnosis' candidates those that no answer contradicts and that explain as many
/// wrong answers as any other, and give as many of the wrong totals; chooses a usual cause that no
/// answer contradicts; and explains the diagnoses accordingly. An answer contradicts a fault that
/// would make it wrong where it is right.
void settle(const std::vector<Task>& tasks, std::vector<Outcome>& outcomes);

/// Whether the answer to a question contradicts a fault that can be simulated.
bool contradicts(const Answered& answered, const FaultModel& model);

}  // namespace plylab::perft::verify
