// The minimal tree: the fewest nodes that alpha-beta can visit with the moves found best.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/core/searcher.h"
#include "search/core/trace.h"

namespace plylab::search {

/// Searches to the limits' depth with fail-soft alpha-beta, recording the best or cutting move of
/// each node, and then searches again with these moves first. This is the left-first minimal tree
/// of Plaat et al. (1996); the smallest tree would need the cheapest of all cutting moves. It uses
/// the same order and switches, but a table only for the graph. Limits other than the depth apply
/// to each search; throws Stopped if one is reached, because a partial record gives no minimal
/// tree. `visits`, if given, gets the visits of the graph, or without a table those of the tree.
template <Position P, class E>
Minimal minimal(const P& root, const E& evaluation, Settings settings,
                std::vector<Visit<typename P::Move>>* visits = nullptr) {
  using Search = Searcher<P, E>;
  KnownMoves<P> known;
  Minimal result;
  {
    Search first(root, evaluation, settings);
    first.ordering.record(&known);
    if (deepen<AlphaBetaSoft>(first).unfinished) throw Stopped{};
  }
  settings.switches["deepening"] = 0;
  const auto visit_known = [&] {
    Search second(root, evaluation, settings);
    second.ordering.follow(&known);
    Tracers<typename P::Move> trace;
    if (visits != nullptr && visits->empty()) {
      trace.visits.emplace();
      second.set_trace(&trace);
    }
    result.value = search_root<AlphaBetaSoft>(second, settings.limits.depth, -infinity, infinity);
    if (trace.visits) *visits = second.take_visits();
    return second.stats;
  };
  if (settings.switches["table"] > 0) result.graph = visit_known().nodes();
  settings.switches["table"] = settings.switches["exact"] = settings.switches["exact-values"] = 0;
  const Counters tree = visit_known();
  result.tree = tree.nodes();
  result.tree_leaves = tree.leaves;
  return result;
}

}  // namespace plylab::search
