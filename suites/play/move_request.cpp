#include "suites/play/move_request.h"

#include <algorithm>

namespace plylab::suites::play {

chess::Mailbox board_of(const MoveRequest& request) {
  chess::Mailbox board(request.start);
  for (const chess::Move move : request.moves) board.make(move);
  return board;
}

std::optional<double> time_allowed(const MoveRequest& request) {
  double most = request.limits.seconds;
  if (request.clocks)
    most = std::min(most, request.clocks->left[chess::index(board_of(request).side_to_move())]);
  return most < search::Limits().seconds ? std::optional(most) : std::nullopt;
}

std::optional<int> depth_allowed(const MoveRequest& request) {
  return request.limits.depth != search::Limits().depth ? std::optional(request.limits.depth)
                                                        : std::nullopt;
}

std::optional<std::uint64_t> nodes_allowed(const MoveRequest& request) {
  return request.limits.nodes != search::Limits().nodes ? std::optional(request.limits.nodes)
                                                        : std::nullopt;
}

}  // namespace plylab::suites::play
