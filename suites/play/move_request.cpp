#include "suites/play/move_request.h"

#include <algorithm>

namespace plylab::suites::play {

chess::Mailbox board_of(const Turn& turn) {
  chess::Mailbox board(turn.start);
  for (const chess::Move move : turn.moves) board.make(move);
  return board;
}

std::optional<double> time_allowed(const Turn& turn) {
  double most = turn.limits.seconds;
  if (turn.clocks)
    most = std::min(most, turn.clocks->left[chess::index(board_of(turn).side_to_move())]);
  return most < search::Limits().seconds ? std::optional(most) : std::nullopt;
}

std::optional<int> depth_allowed(const Turn& turn) {
  return turn.limits.depth != search::Limits().depth ? std::optional(turn.limits.depth)
                                                     : std::nullopt;
}

std::optional<std::uint64_t> nodes_allowed(const Turn& turn) {
  return turn.limits.nodes != search::Limits().nodes ? std::optional(turn.limits.nodes)
                                                     : std::nullopt;
}

}  // namespace plylab::suites::play
