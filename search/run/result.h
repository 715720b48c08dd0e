// What a search job brings out.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/algorithms/iterative_deepening.h"
#include "search/algorithms/minimal.h"
#include "search/base/switches.h"
#include "search/core/searcher.h"
#include "search/core/statistics.h"

namespace plylab::search {

/// Iteration by iteration, in a game's moves.
template <class Move>
struct ResultOf {
  std::vector<Iteration<Move, Counters>> iterations;
  std::vector<RootChange<Move>> changes;
  std::vector<RootSearch<Move>> root_searches;  ///< what a trace shows
  Switches switches;  ///< those in force: a test driver switches a table on by itself
  std::optional<Minimal> minimal;
  std::uint64_t visited = 0;  ///< all iterations, quiescence included
  double seconds = 0;

  /// The last iteration that was completed, or null.
  const Iteration<Move, Counters>* last_complete() const {
    const auto last = std::find_if(iterations.rbegin(), iterations.rend(),
                                   [](const auto& iteration) { return iteration.complete; });
    return last == iterations.rend() ? nullptr : &*last;
  }

  /// The move to play: the last root change's. Null if there is no legal move, or none was
  /// searched.
  const Move* best_move() const { return changes.empty() ? nullptr : &changes.back().move; }

  /// The effective branching factor by its two definitions, for an iteration's index: nodes(d) /
  /// nodes(d − 1), and the square root of nodes(d) / nodes(d − 2); 0 where there are too few.
  double branching_factor(std::size_t iteration) const {
    return iteration < 1 ? 0 : nodes(iteration) / nodes(iteration - 1);
  }
  double branching_factor_over_two(std::size_t iteration) const {
    return iteration < 2 ? 0 : std::sqrt(nodes(iteration) / nodes(iteration - 2));
  }

 private:
  double nodes(std::size_t iteration) const {
    assert(iteration < iterations.size());
    return static_cast<double>(iterations[iteration].stats.nodes());
  }
};

}  // namespace plylab::search
