// Programs that answer one question and end.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "gen/engines/conversation.h"
#include "gen/engines/generator_under_test.h"
#include "gen/engines/protocol.h"
#include "gen/engines/protocols.h"

namespace plylab::engines {

/// Runs the command with the protocol's arguments and reads its answer. Throws SubjectError: also
/// if the program does not end within the patience, or not with exit status 0.
Answer call(const Protocol& protocol, std::vector<std::string> command, const Filling& filling,
            Seconds patience, const std::atomic<bool>& stop);

}  // namespace plylab::engines
