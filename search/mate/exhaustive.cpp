#include "search/mate/exhaustive.h"

#include <utility>

#include "search/mate/exhaustive_search.h"

namespace plylab::search::mate {
namespace {

/// Deepens and, when a mate is found, has it replayed.
template <class Solver>
void solve(const Problem& problem, Solver solver, Answer& answer) {
  const int most = problem.most_moves == 0 ? longest_mate : problem.most_moves;
  for (int n = 1; n <= most; ++n) {
    if (!solver.attack(n)) {
      answer.refuted = n;
      continue;
    }
    answer.status = Status::found;
    answer.moves = n;
    answer.line = {solver.step(n).move};
    Proof proof;
    collect(solver, n, proof);
    if (auto line = replay(problem.position, proof)) {
      answer.status = Status::shortest;
      answer.line = std::move(*line);
    }
    return;
  }
}

}  // namespace

Answer solve_exhaustively(const Problem& problem) {
  Answer answer;
  Budget budget(problem.limits);
  Facts facts(problem.table_bytes);
  within_limits(problem.position, [&](const auto& board) {
    solve(problem, Exhaustive(board, budget, facts), answer);
  });
  complete(answer, budget);
  return answer;
}

}  // namespace plylab::search::mate
