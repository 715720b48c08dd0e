// A move generator of another program for any game, against the vote of the game's own boards.
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

/// How a generator did on a position of some game.
struct GameOutcome {
  Verdict verdict = Verdict::unasked;
  Count right = {};
  std::optional<Count> reported = {};
  double seconds = 0;  ///< until its answers, summed
  // For what differs: where it shows.
  std::vector<std::string> path = {};     ///< moves that lead to the position
  std::string shown = {};                 ///< the position
  std::vector<std::string> missing = {};  ///< legal moves that the generator does not have there
  std::vector<std::string> extra = {};    ///< moves that it has there and that are not legal
  std::string remark = {};                ///< in a sentence, for what failed too
};

/// Asks for the paths of a length from a position of the game. If the answer is not what
/// all boards of the game have, moves are followed down to where other moves are listed. Throws
/// InputError if the boards do not agree.
GameOutcome verify_position(const CountableGame& game, const AnyStart& position, int depth,
                            engines::Engine& engine, const std::atomic<bool>& stop);

/// A position that was asked about.
struct GameTask {
  std::string name;
  AnyStart start;
  GameOutcome outcome = {};
};

/// A line for each position that differs or failed.
std::vector<std::string> game_report(const std::vector<GameTask>& tasks, int depth);

/// A check each.
std::vector<reports::Check> game_checks(const std::vector<GameTask>& tasks, int depth);

/// A row each.
reports::Table game_table(const std::vector<GameTask>& tasks, int depth,
                          const std::string& generator);

}  // namespace plylab::perft::verify
