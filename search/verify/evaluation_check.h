// Checks evaluations of chess. A value that follows the moves must be after each move the value
// that the position has by itself: otherwise values depend on the way to a position, and no search
// can be right. And a value must be for the side to move: exchanging White and Black does not
// change it.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/game/game_info.h"

namespace plylab::search::verify {

/// A move after which the value is another one.
struct StateFault {
  std::string generator;  ///< on whose board
  std::string position;   ///< before the moves
  std::string move;
  std::vector<std::string> before = {};  ///< moves before that one, if the fault needs them
  int moved = 0;                         ///< the value with the state that has followed the moves
  int afresh = 0;                        ///< the value with a new state for the position
};

/// A position whose value changes if White and Black are exchanged.
struct UnequalSides {
  std::string position;
  int value;      ///< for the side to move
  int exchanged;  ///< likewise, with White and Black exchanged
};

/// What came out. Positions are counted on each board by itself.
struct EvaluationVerdict {
  std::string evaluation;
  std::size_t moves = 0;  ///< that were compared
  std::optional<StateFault> fault = {};
  std::size_t valued = 0;   ///< positions with a value other than 0
  std::size_t negated = 0;  ///< of these, with the opposite value if White and Black are exchanged
  std::size_t opposed = 0;  ///< of these, with a value of the other sign
  std::optional<UnequalSides> unequal = {};  ///< the first position whose value changes
  bool is_stopped = false;                   ///< not all was compared

  /// Whether it values positions for White, whoever is to move; none if too few have a value.
  std::optional<bool> values_for_white() const;
  bool is_from_whites_view() const { return values_for_white().value_or(false); }
  /// The same but for a difference such as a bonus for the side to move: it seems so.
  bool seems_from_whites_view() const;
  bool is_right() const { return !fault && !is_from_whites_view(); }
};

/// Compares values in random games from these positions of chess, and from some in which captures
/// e.p. and promotions are possible, on all boards that can be searched, until one after moves is
/// wrong: that after each legal move from a state that is new in its position, that after the move
/// played from a state that follows the game, and that of the position with White and Black
/// exchanged. Throws InputError if there is no such evaluation.
EvaluationVerdict verify_evaluation(const std::string& evaluation,
                                    const std::vector<AnyStart>& positions,
                                    const std::atomic<bool>& stop);

}  // namespace plylab::search::verify
