// What became of a generator for some game, for people and as a table.
#pragma once

#include <string>
#include <vector>

#include "perft/game_verification.h"
#include "reports/tables/table.h"

namespace plylab::perft::verify {

/// A position that was asked about.
struct GameTask {
  std::string name;
  AnyStart start;
  GameOutcome outcome = {};
};

/// A line for each position that differs or failed.
std::vector<std::string> game_report(const std::vector<GameTask>& tasks, int depth);

/// A row each.
reports::Table game_table(const std::vector<GameTask>& tasks, int depth,
                          const std::string& generator);

}  // namespace plylab::perft::verify
