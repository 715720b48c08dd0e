// Wrong answers that a fresh start puts right: does memory decide, or chance?
#pragma once

#include <vector>

#include "perft/verify/counterexample.h"
#include "perft/verify/watched_generator.h"

namespace plylab::perft::verify {

/// Asks once more what led to the counterexample, some times from a start each. What chance decides
/// shows as a contradiction. Throws EngineFault.
void repeat(WatchedGenerator& generator, const Counterexample& counterexample);

/// Of the questions before the last those that must be asked, after a start, for the last to be
/// answered wrongly: as many of the latest as are found to be enough; none if it is never wrong, or
/// if so many would take too long. Throws EngineFault.
std::vector<engines::PerftQuestion> questions_needed(
    WatchedGenerator& generator, const std::vector<engines::PerftQuestion>& asked);

}  // namespace plylab::perft::verify
