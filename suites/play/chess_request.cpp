#include "suites/play/chess_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/base/input_error.h"
#include "gen/chess/board/notation.h"

namespace plylab::suites::play {

ChessRequest::ChessRequest(const MoveRequest& request)
    : start(std::string_view(request.start)),
      board(start),
      limits(request.limits),
      clocks(request.clocks) {
  for (const std::string& text : request.moves) {
    const auto move = chess::move_from_text(board, text);
    if (!move) throw InputError(fmt::format("'{}' is not a legal move", text));
    moves.push_back(*move);
    board.make(*move);
  }
}

std::optional<double> ChessRequest::time_allowed() const {
  double most = limits.seconds;
  if (clocks) most = std::min(most, clocks->left[chess::index(board.side_to_move())]);
  return most < search::Limits().seconds ? std::optional(most) : std::nullopt;
}

std::optional<int> ChessRequest::depth_allowed() const {
  return limits.depth != search::Limits().depth ? std::optional(limits.depth) : std::nullopt;
}

std::optional<std::uint64_t> ChessRequest::nodes_allowed() const {
  return limits.nodes != search::Limits().nodes ? std::optional(limits.nodes) : std::nullopt;
}

}  // namespace plylab::suites::play
