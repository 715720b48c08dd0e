#include "suites/mate/unique.h"

#include "suites/mate/exhaustive_search.h"

namespace plylab::mate {

std::optional<UniqueMate> unique_mate(const Problem& problem) {
  Budget budget(problem.limits);
  Facts facts(problem.table_bytes);
  const int most = problem.most_moves == 0 ? longest_mate : problem.most_moves;
  try {
    return with_board(problem.position, [&](const auto& board) -> std::optional<UniqueMate> {
      Exhaustive search(board, budget, facts);
      int moves = 1;
      while (!search.attack(moves))
        if (++moves > most) return std::nullopt;
      const auto keys = search.mating_moves(moves);
      if (keys.size() > 1) return std::nullopt;
      return UniqueMate{keys.front(), moves};
    });
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

}  // namespace plylab::mate
