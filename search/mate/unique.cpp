#include "search/mate/unique.h"

#include "search/mate/exhaustive_search.h"

namespace plylab::search::mate {

ShortestMate shortest_mate(const MateProblem& problem) {
  ShortestMate mate;
  Budget budget(problem.limits);
  MateTable table(problem.table_bytes);
  const int most = problem.bound();
  mate.complete = within_limits([&] {
    ExhaustiveSearch search(Board(problem.position), budget, table);
    while (mate.refuted < most) {
      const int moves = mate.refuted + 1;
      if (search.attack(moves)) {
        mate.moves = moves;
        mate.keys = search.keys(moves);
        return;
      }
      mate.refuted = moves;
    }
  });
  return mate;
}

std::optional<UniqueMate> unique_mate(const MateProblem& problem) {
  const ShortestMate mate = shortest_mate(problem);
  if (mate.keys.size() != 1) return std::nullopt;
  return UniqueMate{mate.keys.front(), mate.moves};
}

}  // namespace plylab::search::mate
