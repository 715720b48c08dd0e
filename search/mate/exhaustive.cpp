#include "search/mate/exhaustive.h"

#include <utility>

#include "search/mate/exhaustive_search.h"

namespace plylab::search::mate {
namespace {

/// Deepens and, when a mate is found, has it replayed.
template <class Start>
void solve(const MateProblemOf<Start>& problem, ExhaustiveSearch<BoardOf<Start>>& solver,
           MateAnswer& answer) {
  for (int n = 1; n <= problem.bound(); ++n) {
    if (!solver.attack(n)) {
      answer.refuted = n;
      continue;
    }
    answer.status = MateStatus::found;
    answer.moves = n;
    answer.line = {solver.step(n).move};
    Proof proof;
    collect_proof(solver, n, proof);
    if (auto line = replay(problem.position, proof)) {
      answer.status = MateStatus::shortest;
      answer.line = std::move(*line);
    }
    return;
  }
}

}  // namespace

template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem) {
  MateAnswer answer;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  within_limits([&] {
    ExhaustiveSearch solver(BoardOf<Start>(problem.position), budget, table);
    solve(problem, solver, answer);
  });
  complete(answer, budget);
  return answer;
}

template MateAnswer solve_exhaustively(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_exhaustively(const MateProblemOf<chess::VariantSetup>&);

}  // namespace plylab::search::mate
