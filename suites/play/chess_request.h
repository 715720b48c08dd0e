// A request for a move as chess engines are told it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/chess/mailbox/mailbox.h"
#include "suites/play/player.h"

namespace plylab::suites::play {

/// A request whose texts have been read.
struct ChessRequest {
  chess::ValidSetup start;
  std::vector<chess::Move> moves = {};  ///< played from there
  chess::Mailbox board;                 ///< after them
  search::Limits limits;
  std::optional<search::Clocks> clocks;

  /// Throws InputError if the texts are no game of chess.
  explicit ChessRequest(const MoveRequest& request);

  /// The most seconds that the answer may take by its limit of time and the mover's clock; none if
  /// there is neither.
  std::optional<double> time_allowed() const;

  /// Its limits of depth and nodes, where it has one.
  std::optional<int> depth_allowed() const;
  std::optional<std::uint64_t> nodes_allowed() const;
};

}  // namespace plylab::suites::play
