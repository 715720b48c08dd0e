// The minimal tree: the fewest nodes that alpha-beta can visit with the moves found best.
#pragma once

#include <cstdint>
#include <memory>

#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/core/searcher.h"

namespace plylab::search {

/// Searches to the limits' depth with fail-soft alpha-beta, noting the best or cutting move of each
/// node, and then again at once with these moves first: left-first, as Plaat et al. (1996) do,
/// since the very smallest tree would need the cheapest of all cutting moves. Same order and
/// switches, but a table only for the graph. Other limits than the depth hold for each search;
/// throws Stopped where one is reached, because half of the known moves make no minimal tree.
template <Position P, class E>
Minimal minimal(const P& root, const E& evaluation, Settings settings) {
  using Search = Searcher<P, E, Counters>;
  KnownMoves<P> known;
  Minimal result;
  {
    Search first(root, evaluation, settings);
    first.ordering.record(&known);
    if (!deepen<AlphaBetaSoft>(first).back().complete) throw Stopped{};
  }
  settings.switches.deepening = 0;
  const auto visit_known = [&] {
    Search second(root, evaluation, settings);
    second.ordering.follow(&known);
    result.value = search_root<AlphaBetaSoft>(second, settings.limits.depth, -infinity, infinity);
    return second.stats;
  };
  if (settings.switches.table > 0) result.graph = visit_known().nodes();
  settings.switches.table = settings.switches.exact = settings.switches.exact_values = 0;
  const Counters tree = visit_known();
  result.tree = tree.nodes();
  result.tree_leaves = tree.leaves;
  return result;
}

}  // namespace plylab::search
