// Checks evaluations of chess whose value follows the moves: after each move it must be the value
// that the position has by itself. Otherwise values depend on the way to a position, and no search
// can be right.
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

/// What came out.
struct EvaluationVerdict {
  std::string evaluation;
  std::size_t moves = 0;  ///< that were compared
  std::optional<StateFault> fault = {};
};

/// Compares the values after every move of positions in random games from these positions of chess,
/// on all boards that can be searched, until one is wrong: that of each legal move from a state
/// that is new in its position, and that of the move played from a state that follows the game.
/// Throws InputError if there is no such evaluation.
EvaluationVerdict verify_evaluation(const std::string& evaluation,
                                    const std::vector<AnyStart>& positions,
                                    const std::atomic<bool>& stop);

}  // namespace plylab::search::verify
