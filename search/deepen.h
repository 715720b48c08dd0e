// Iterative deepening around any search algorithm.
#pragma once

#include <vector>

#include "search/searcher.h"

namespace plylab::search {

/// One iteration's result.
template <class Move, class Stats>
struct Iteration {
  int depth;
  Value value;             ///< of the last root change where incomplete
  std::vector<Move> line;  ///< the principal variation; empty only if nothing was found out
  Stats stats;             ///< of this iteration alone
  double seconds;          ///< this iteration alone
  bool complete;           ///< false: a limit was reached on the way
};

/// Extends a principal variation that a null-window proof cut short: the rest's value is known, so
/// the algorithm itself finds the rest in a window of one around it.
template <class Algorithm, class S>
std::vector<typename S::Move> complete_line(S& s, int depth, Value value) {
  auto line = s.principal_variation();
  while (static_cast<int>(line.size()) < depth) {
    s.position = s.root();
    for (const auto move : line) s.position.make(move);
    if (outcome(s.position) != Outcome::ongoing) break;
    const int ply = static_cast<int>(line.size());
    const Value here = ply % 2 == 0 ? value : -value;
    Algorithm::search(s, depth - ply, ply, here - 1, here + 1);
    const auto rest = s.principal_variation(ply);
    if (rest.empty()) break;
    line.insert(line.end(), rest.begin(), rest.end());
  }
  return line;
}

/// Keeps of an iteration's root changes what may be believed. Where the last iteration's best move
/// was searched first, each change is an improvement on it from the moment it is found. Otherwise
/// only the last one counts, at the end of a completed iteration.
template <class S>
void settle_changes(S& s, std::size_t before, bool complete) {
  auto& changes = s.changes();
  if (changes.size() == before) return;
  if (before > 0 && changes[before].move == changes[before - 1].move) return;
  auto last = changes.back();
  changes.resize(before);
  if (!complete && before > 0) return;
  last.nodes = s.visited();
  last.seconds = s.seconds();
  changes.push_back(last);
}

/// Searches to depth 1, 2, … until a limit is reached. The last iteration may be incomplete.
template <class Algorithm, class S>
auto deepen(S& s) {
  using Result = Iteration<typename S::Move, decltype(s.stats)>;
  std::vector<Result> iterations;
  for (int depth = 1; depth <= s.limits().depth; ++depth) {
    s.start_iteration(depth);
    const double start = s.seconds();
    const std::size_t changes_before = s.changes().size();
    Result result{depth, 0, {}, {}, 0, true};
    try {
      result.value = Algorithm::search(s, depth, 0, -infinity, infinity);
      result.stats = s.stats;
      result.seconds = s.seconds() - start;
      result.line = s.aside([&] { return complete_line<Algorithm>(s, depth, result.value); });
    } catch (const Stopped&) {
      result.complete = false;
      result.stats = s.stats;
      result.seconds = s.seconds() - start;
    }
    settle_changes(s, changes_before, result.complete);
    if (!result.complete && s.changes().size() > changes_before) {
      result.line = s.principal_variation();
      result.value = s.changes().back().value;
    }
    iterations.push_back(result);
    const bool shortest_mate = is_mate(result.value) && mate - std::abs(result.value) <= depth;
    if (!result.complete || (s.limits().until_mate && shortest_mate)) break;
  }
  return iterations;
}

}  // namespace plylab::search
