#include <algorithm>
#include <utility>

#include "search/mate/composition.h"
#include "search/mate/exhaustive.h"
#include "search/mate/line_search.h"
#include "search/mate/tree_builder.h"

namespace plylab::search::mate {
namespace {

using chess::Move;

/// Finds the shortest length, up to the one demanded, of which there is a solution: at(stipulation)
/// tells. Notes what is refuted, whether it is too short, and of what length solutions are to be
/// collected then. False if there is none.
template <class At>
bool find_length(const Stipulation& demanded, Solution& solution, const At& at) {
  const int most = demanded.has_length() ? demanded.moves : longest_mate;
  for (int moves = demanded.fewest(); moves <= most; ++moves) {
    const Stipulation now = demanded.in(moves);
    if (!at(now)) {
      solution.refuted = now;
      continue;
    }
    if (moves < demanded.moves) {
      solution.short_stipulation = now;
      solution.stipulation = demanded;
    } else {
      solution.stipulation = now;
    }
    return true;
  }
  return false;
}

/// Direct mates and the like, by their search.
template <class Search>
class ForcedSolver {
 public:
  ForcedSolver(const Composition& composition, Search& search, ForcedRules rules)
      : composition_(composition), search_(search), builder_(search, rules) {}

  void solve(Solution& solution) {
    const bool any = find_length(composition_.stipulation, solution,
                                 [&](const Stipulation& now) { return search_.attack(now.moves); });
    const int moves = solution.stipulation.moves;
    std::vector<Move> early;
    if (solution.short_stipulation) {
      const int fewer = solution.short_stipulation->moves;
      for (const Move key : search_.keys(fewer))
        solution.short_lines.push_back(builder_.line(key, fewer));
      early = search_.keys(moves - 1);
    }
    if (any)
      for (const Move key : search_.keys(moves))
        if (std::find(early.begin(), early.end(), key) == early.end()) add(key, moves, solution);
    if (!solution.stipulation.has_length()) return;
    if (composition_.set_play) solution.tree.set_play = builder_.set_play(moves);
    if (composition_.tries)
      solution.tree.tries = builder_.tries(moves, composition_.most_refutations);
  }

 private:
  void add(Move key, int moves, Solution& solution) {
    if (solution.lines.size() == composition_.most_solutions) throw LimitReached();
    solution.lines.push_back(builder_.line(key, moves));
    if (composition_.tree) solution.tree.keys.push_back(builder_.key(key, moves));
  }

  const Composition& composition_;
  Search& search_;
  TreeBuilder<Search> builder_;
};

template <class Search>
void solve_forced(const Composition& composition, Search search, ForcedRules rules,
                  Solution& solution) {
  ForcedSolver<Search>(composition, search, rules).solve(solution);
}

void solve_lines(const Composition& composition, LineSearch search, Solution& solution) {
  const std::size_t most = composition.most_solutions;
  find_length(composition.stipulation, solution, [&](const Stipulation& now) {
    auto& lines = now.moves < composition.stipulation.moves ? solution.short_lines : solution.lines;
    search.add_lines(now, most, lines);
    return !lines.empty();
  });
  if (solution.short_stipulation) search.add_lines(solution.stipulation, most, solution.lines);
  if (composition.set_play && solution.stipulation.has_length())
    search.add_set_play(solution.stipulation, most, solution.set_lines);
}

void solve(const Composition& composition, Budget& budget, Solution& solution) {
  const Board board(composition.position);
  const Stipulation& demanded = composition.stipulation;
  const ForcedRules rules(demanded.aim, demanded.goal);
  MateTable table(composition.table_bytes);
  if (demanded.series || demanded.aim == Aim::help)
    solve_lines(composition, LineSearch(board, demanded, budget, table), solution);
  else if (demanded.aim == Aim::direct && demanded.goal == Goal::mate)
    solve_forced(composition, ExhaustiveSearch(board, budget, table), rules, solution);
  else
    solve_forced(composition, ForcedSearch(board, rules, budget, table), rules, solution);
}

}  // namespace

Solution solve(const Composition& composition) {
  Solution solution{composition.stipulation};
  Budget budget(composition.limits);
  solution.complete = within_limits([&] { solve(composition, budget, solution); });
  solution.nodes = budget.nodes();
  solution.seconds = budget.seconds();
  return solution;
}

}  // namespace plylab::search::mate
