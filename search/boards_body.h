// The body of run_on_board(), included once for each board.
#pragma once

#include <string>
#include <vector>

#include "search/boards.h"
#include "search/run_on.h"

namespace plylab::search {

template <chess::ChessPosition P>
Result run_on_board(const chess::ValidSetup& position, const Job& job) {
  P root(position);
  std::vector<Key> game;
  for (const chess::Move move : job.moves) {
    game.push_back(root.key());
    root.make(move);
  }
  const std::string evaluation = job.evaluation == default_choice
                                     ? std::string(preset_of(job.algorithm).evaluation)
                                     : job.evaluation;
  return run_on(root, parse_evaluation("evaluation", evaluation), job, game);
}

}  // namespace plylab::search
