// Programs that answer one question and end.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "perft/external/generator_under_test.h"
#include "perft/external/perft_protocol.h"
#include "perft/external/perft_protocols.h"
#include "perft/external/perft_session.h"

namespace plylab::perft::external {

/// Runs the command with the protocol's arguments and reads its answer. Throws EngineFault: also
/// if the program does not end within the timeout, or not with exit status 0.
PerftAnswer call(const PerftProtocol& protocol, std::vector<std::string> command,
                 const Filling& filling, engines::Seconds timeout, const std::atomic<bool>& stop);

}  // namespace plylab::perft::external
