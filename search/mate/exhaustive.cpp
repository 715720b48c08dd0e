#include "search/mate/exhaustive.h"

#include <utility>

#include "search/mate/solvers.h"

namespace plylab::search::mate {

template <class Start>
MateAnswer solve_exhaustively(const MateProblemOf<Start>& problem) {
  MateAnswer answer;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  within_limits([&] {
    ExhaustiveSearch search(BoardOf<Start>(problem.position), budget, table);
    int n = 1;
    for (; n <= problem.bound() && !search.attack(n); ++n) answer.refuted = n;
    if (n > problem.bound()) return;
    answer.status = MateStatus::found;
    answer.moves = n;
    answer.line = {search.step(n).move};
    Proof proof;
    collect_proof(search, n, proof);
    if (auto line = replay(problem.position, proof)) {
      answer.status = MateStatus::shortest;
      answer.line = std::move(*line);
      if (problem.keep_proof) answer.proof = std::make_shared<Proof>(std::move(proof));
    }
  });
  complete(answer, budget);
  return answer;
}

template MateAnswer solve_exhaustively(const MateProblemOf<chess::ValidSetup>&);
template MateAnswer solve_exhaustively(const MateProblemOf<chess::VariantSetup>&);

}  // namespace plylab::search::mate
