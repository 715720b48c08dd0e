// Finds out by trying which protocol an engine speaks.
#pragma once

#include <atomic>
#include <string>

#include "gen/engines/process.h"
#include "perft/external/perft_protocol.h"

namespace plylab::perft::external {

/// The first of protocols(), all but the last, by which the engine answers perft(2) of the starting
/// array and perft(1) of another position with counts, be they right or wrong. No answer may take
/// longer than `timeout`, nor than 6 s. Throws EngineFault (cannot_start) with all that was tried.
PerftProtocol detect_protocol(const std::string& command, engines::Seconds timeout,
                              const std::atomic<bool>& stop);

}  // namespace plylab::perft::external
