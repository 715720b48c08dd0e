// What follows from a request for a move.
#pragma once

#include <optional>

#include "gen/chess/mailbox/mailbox.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// The position in which it asks for a move.
chess::Mailbox board_of(const MoveRequest& request);

/// The most seconds that the answer may take by its limit of time and the mover's clock; none if
/// there is neither.
std::optional<double> time_allowed(const MoveRequest& request);

/// Its limits of depth and nodes, where it has one.
std::optional<int> depth_allowed(const MoveRequest& request);
std::optional<std::uint64_t> nodes_allowed(const MoveRequest& request);

}  // namespace plylab::suites::play
