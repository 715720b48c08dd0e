// Verifies a user's move generator for any game against the game's own boards.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "gen/engines/engine.h"
#include "perft/games/countable_game.h"
#include "perft/verify/verification.h"
#include "reports/tables/table.h"

namespace plylab::perft::verify {

/// The result for a generator on a position of any game.
struct GameOutcome {
  Verdict verdict = Verdict::unasked;
  std::optional<Count> right = {};  ///< none if no question was prepared
  std::optional<Count> reported = {};
  double seconds = 0;  ///< sum of the times of its answers
  // If the counts differ: the position where the moves differ.
  std::vector<std::string> path = {};     ///< the moves to that position
  std::string shown = {};                 ///< that position as text
  std::vector<std::string> missing = {};  ///< legal moves that the generator does not list there
  std::vector<std::string> extra = {};    ///< illegal moves that it lists there
  std::string remark = {};                ///< a sentence, also on failures
};

/// Failed, or unasked if the user stopped plylab.
Verdict verdict_of(const engines::EngineFault& fault);

/// Asks a generator for the number of paths of a length from a position of the game. If the answer
/// differs from that of the game's boards, follows wrong counts down to a position where the lists
/// of moves differ. Throws InputError if the boards do not agree with each other.
GameOutcome verify_position(const CountableGame& game, const AnyStart& position, int depth,
                            engines::Engine& engine, const std::atomic<bool>& stop);

/// A position and its result.
struct GameTask {
  std::string name;
  AnyStart start;
  GameOutcome outcome = {};
};

/// Lines for each position that differs or failed.
std::vector<std::string> game_report(const std::vector<GameTask>& tasks, int depth);

/// A check for each position.
std::vector<reports::Check> game_checks(const std::vector<GameTask>& tasks, int depth);

/// A row for each position.
reports::Table game_table(const std::vector<GameTask>& tasks, int depth,
                          const std::string& generator);

}  // namespace plylab::perft::verify
