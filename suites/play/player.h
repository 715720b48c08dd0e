// Whoever can be asked for a move: built-in searches and other people's engines, in the same words.
// Solving asks once a record, a match once a move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/engine_fault.h"
#include "search/core/budget.h"
#include "search/core/time_control.h"
#include "suites/play/engine_line.h"

namespace plylab::suites::play {

/// What a player is asked: a move after these moves.
struct MoveRequest {
  std::string start;                    ///< in the game's notation
  std::vector<std::string> moves = {};  ///< played from there, in its move notation; all legal
  search::Limits limits = {};           ///< what is not limited is infinite
  std::optional<search::Clocks> clocks = {};  ///< if given, the player divides its time itself
};

/// What came of a request.
struct Reply {
  EngineLines lines = {};
  /// What it plays; none without a legal move or after a fault.
  std::optional<std::string> move = {};
  std::optional<int> depth = {};  ///< the last iteration that it finished
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<engines::EngineFault> fault = {};  ///< in place of a move
  std::string obstacle = {};  ///< what kept it from a deeper search if that was no limit
};

/// Anybody who plays a game. Faults are part of a reply and no exceptions: after one the player
/// can be asked again, and starts afresh.
class Player {
 public:
  virtual ~Player() = default;

  /// How it is called in tables.
  virtual std::string name() const = 0;

  /// Forgets what it has learnt from other positions, as far as it can.
  virtual void new_game() = 0;

  /// Answers within the limits, or at once with what it has when `request.limits.stop` goes up.
  virtual Reply play(const MoveRequest& request) = 0;
};

}  // namespace plylab::suites::play
