// The body of run_on_board(), included once for each board.
#pragma once

#include "search/boards.h"
#include "search/run_on.h"

namespace plylab::search {

template <chess::ChessPosition P>
Result run_on_board(const chess::Setup& position, const Job& job) {
  P root(position);
  for (const chess::Move move : job.moves) root.make(move);
  return run_on(root, parse_evaluation("evaluation", job.evaluation), job);
}

}  // namespace plylab::search
