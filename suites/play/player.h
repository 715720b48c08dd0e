// Whoever can be asked for a move: built-in searches and other people's engines, in the same words.
// Solving asks once a record, a match once a turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/fen.h"
#include "gen/engines/failure.h"
#include "search/core/budget.h"
#include "search/core/time_control.h"
#include "suites/play/answer.h"

namespace plylab::suites::play {

/// What a player is asked: a move after these moves.
struct Turn {
  chess::Setup start;
  std::vector<chess::Move> moves = {};        ///< played from there; all legal
  search::Limits limits = {};                 ///< what is not limited is infinite
  std::optional<search::Clocks> clocks = {};  ///< if given, the player divides its time itself
};

/// What a player did wrong, in place of an answer or at its end.
struct Trouble {
  engines::Failure failure;
  std::string what;  ///< one line that reads on from the player's name: "ended by signal 11"
};

/// What came of a turn.
struct Reply {
  History history = {};
  std::optional<chess::Move> move = {};  ///< what it plays; none without a legal move or in trouble
  std::optional<int> depth = {};         ///< the last iteration that it finished
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::optional<Trouble> trouble = {};
};

/// Anybody who plays chess. Troubles are part of a reply and no exceptions: after one the player
/// can be asked again, and starts afresh.
class Player {
 public:
  virtual ~Player() = default;

  /// How it is called in tables.
  virtual std::string name() const = 0;

  /// Forgets what it has learnt from other positions, as far as it can.
  virtual void new_game() = 0;

  /// Answers within the limits, or at once with what it has when `turn.limits.stop` goes up.
  virtual Reply play(const Turn& turn) = 0;
};

}  // namespace plylab::suites::play
