// Players: built-in searches and external engines behind one interface. Solving asks once for each
// record, a match once for each move.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/move_session.h"
#include "gen/game/game_info.h"
#include "search/core/budget.h"
#include "search/core/time_control.h"

namespace plylab::suites::players {

/// A request for a player's move after these moves.
struct MoveRequest {
  AnyStart start;
  std::vector<std::string> moves = {};  ///< played from there, in the game's move notation; legal
  search::Limits limits = {};
  std::size_t game = 0;  ///< its number, by which players vary what they draw at random
  std::optional<search::Clocks> clocks = {};  ///< if given, the player divides its time itself
  /// To engines that speak UCI: it is enough to find a mate in so many moves.
  std::optional<int> mate = {};
  /// Moves that are not to be played unless there are no others; engines are not told.
  std::vector<std::string> avoid = {};
};

/// A player of some game. A fault is part of the reply, not an exception; the player then restarts
/// and can be asked again.
class Player {
 public:
  virtual ~Player() = default;

  /// Its name in tables.
  virtual std::string name() const = 0;

  /// Announces another game: stops pondering, and as far as possible forgets what it has learnt
  /// from earlier positions.
  virtual void new_game() = 0;

  /// Answers within the limits, or at once with what it has when `request.limits.stop` is set.
  virtual engines::Reply play(const MoveRequest& request) = 0;
};

}  // namespace plylab::suites::players
