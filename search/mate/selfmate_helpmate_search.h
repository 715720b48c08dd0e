// What the searches for selfmates and helpmates have in common.
#pragma once

#include "search/mate/board.h"
#include "search/mate/budget.h"
#include "search/mate/selfmate_helpmate.h"
#include "search/mate/table.h"

namespace plylab::search::mate {

/// Has a Search(board, budget, table) look for all solutions of a problem, within its limits.
template <class Search>
MateSolutions solve_all(const MateProblem& problem) {
  MateSolutions solutions;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  solutions.complete = within_limits(
      [&] { Search(Board(problem.position), budget, table).solve(solutions, problem.bound()); });
  solutions.nodes = budget.nodes();
  solutions.seconds = budget.seconds();
  return solutions;
}

}  // namespace plylab::search::mate
