// Programs that answer one question and end.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "suites/engines/conversation.h"
#include "suites/engines/protocol.h"
#include "suites/engines/protocols.h"
#include "suites/verify/subject.h"

namespace plylab::suites {

/// Runs the command with the protocol's arguments and reads its answer. Throws SubjectError: also
/// if the program does not end within the patience, or not with exit status 0.
Answer call(const Protocol& protocol, std::vector<std::string> command, const Filling& filling,
            Seconds patience, const std::atomic<bool>& stop);

}  // namespace plylab::suites
