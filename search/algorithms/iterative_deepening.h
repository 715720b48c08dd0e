// Iterative deepening around any search algorithm.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/helpers.h"
#include "search/core/root.h"
#include "search/core/searcher.h"
#include "search/mate/solvers.h"

namespace plylab::search {

/// Runs an iteration of the algorithm: its own iterate() if it has one, otherwise one search with
/// the open window. Of a guest's algorithm with neither the compiler says what is missing.
template <class Algorithm, class S>
Value iterate(S& s, int depth, std::optional<Value> last) {
  if constexpr (requires { Algorithm::iterate(s, depth, last); }) {
    return Algorithm::iterate(s, depth, last);
  } else {
    constexpr bool has_other_iterate = requires { &Algorithm::template iterate<S>; };
    static_assert(
        !has_other_iterate,
        "iterate() of a search must be: template <class S> static Value iterate(S& s, int "
        "depth, std::optional<Value> last)");
    constexpr bool has_search = requires(Value alpha, Value beta) {
      { Algorithm::template search<S>(s, depth, 0, alpha, beta) } -> std::same_as<Value>;
    };
    static_assert(has_search || has_other_iterate,
                  "a search must have: template <class S> static Value search(S& s, int depth, int "
                  "ply, Value alpha, Value beta)");
    if constexpr (has_search)
      return search_root<Algorithm>(s, depth, -infinity, infinity);
    else
      return 0;
  }
}

/// Whether the algorithm searches the last iteration's best move first and never lets the table
/// shorten a principal variation: its lines are then complete, and its root changes reliable.
template <class Algorithm>
constexpr bool keeps_lines = requires {
  Algorithm::keeps_lines;
};

/// The interface of an algorithm for deepen(). It is called once for each iteration, so that the
/// rest is compiled once for all algorithms.
template <class S>
struct Routine {
  std::function<Value(S& s, int depth, std::optional<Value> last)> iterate;
  bool keeps_lines;
};
template <class Algorithm, class S>
Routine<S> routine_of() {
  return {&iterate<Algorithm, S>, keeps_lines<Algorithm>};
}

/// Sets up the position after the line, and returns the depth left there, by the check extension
/// only.
template <class S>
int depth_after(S& s, const std::vector<typename S::Move>& line, int depth) {
  s.set_up();
  int ply = 0;
  for (const auto move : line) {
    s.make(move);
    depth = s.depth_after(depth, ply++);
  }
  return depth;
}

/// Extends a principal variation that a null-window proof or the table has shortened. The value of
/// the rest is known, so alpha-beta finds the moves with a window of one around it. If time runs
/// out, or if other extensions than that of checks hide the depth left, the line stays short;
/// throws Stopped if it has no move at all.
template <class S>
std::vector<typename S::Move> complete_line(S& s, int depth, Value value) {
  auto line = s.pv.from(0);
  const Switches& on = s.switches();
  const bool hides_depth =
      extends_forced(on) || on["king-threat"] || on["mate-threat"] || on["singular"];
  if (hides_depth && !line.empty()) return line;
  for (int left = depth_after(s, line, depth); left > 0; left = depth_after(s, line, depth)) {
    if (outcome(s.position) != Outcome::ongoing && !line.empty()) break;
    const int ply = static_cast<int>(line.size());
    const Value here = ply % 2 == 0 ? value : -value;
    try {
      AlphaBetaSoft::search(s, left, ply, here - 1, here + 1);
    } catch (const Stopped&) {
      if (line.empty()) throw;
      break;
    }
    const auto rest = s.pv.from(ply);
    if (rest.empty()) break;
    line.insert(line.end(), rest.begin(), rest.end());
  }
  return line;
}

/// Whether the principal variation leads into the opening book: there S. Basani ends the search and
/// plays the line's first move ("Improving Chess Program Encoding Schemes", San José State
/// University, 2006).
template <class S>
bool meets_book(S& s, const std::vector<typename S::Move>& line) {
  s.set_up();
  for (const auto move : line) {
    s.make(move);
    if (s.book_value()) return true;
  }
  return false;
}

/// Keeps the reliable root changes of an iteration: all of them if the iteration continues from the
/// last one; otherwise only the last change of a completed iteration.
template <class S>
void drop_doubtful_changes(S& s, std::size_t before, bool complete) {
  auto& changes = s.root_record.changes();
  if (changes.size() == before) return;
  if (s.root_record.continues_last_iteration()) return;
  auto last = changes.back();
  changes.resize(before);
  if (!complete && before > 0) return;
  last.nodes = s.visited();
  last.seconds = s.seconds();
  changes.push_back(last);
}

/// Iteration 0 of J. B. Nielsen's Dabbaba (1998): looks for a mate by checks alone, in a share of
/// the limits, or in 192,000 nodes (his example) if there are none. A proved mate is an iteration
/// of depth 0 and ends the search. Mates that the fifty-move rule could prevent do not count.
template <class S>
std::optional<Iteration<typename S::Move>> iteration_zero(S& s) {
  constexpr std::uint64_t nodes_without_limits = 192'000;
  s.start_iteration(0);
  const double start = s.seconds(), share = s.switches()["mate-search"] / 100.0;
  const Limits &limits = s.limits(), none;
  mate::MateProblem problem{chess::ValidSetup(s.position.setup())};
  problem.limits.stop = limits.stop;
  problem.limits.seconds = share * limits.seconds;
  if (limits.nodes != none.nodes)
    problem.limits.nodes = static_cast<std::uint64_t>(share * static_cast<double>(limits.nodes));
  else if (limits.seconds == none.seconds)
    problem.limits.nodes = nodes_without_limits;
  const mate::MateAnswer found = mate::solve_by_checks(problem);
  s.add_visits(found.nodes);
  const auto plies = static_cast<Value>(found.line.size());
  if (found.status < mate::MateStatus::line_valid ||
      s.position.halfmove_clock() + found.line.size() > 100)
    return std::nullopt;
  const Value value = mate_value - plies;
  s.root_record.change(0, found.line.front(), value);
  s.root_record.report(0, value, found.line);
  Counters stats;
  stats.interiors = found.nodes;
  stats.deepest = static_cast<int>(plies);
  return Iteration<typename S::Move>{{0, stats, 0, s.seconds() - start}, value, found.line};
}

/// Searches to depth 1, 2, … until a limit is reached or the memory is full; without deepening to
/// the full depth at once. The result has what this driver knows: the iterations. No search is
/// deeper than max_ply − 1, the size of its arrays by ply. `helpers`, if given, search in parallel
/// with s.
template <class S>
ResultOf<typename S::Move> deepen(S& s, const Routine<S>& routine, Helpers<S>* helpers = nullptr) {
  const int deepest = std::min(s.limits().depth, max_ply - 1);
  assert(deepest >= 1);
  using Move = typename S::Move;
  ResultOf<Move> result;
  std::optional<Value> last;
  const bool selective = routine.keeps_lines || !selective_switches(s.switches()).empty();
  const auto& changes = s.root_record.changes();
  if constexpr (S::is_orthodox)
    if (s.switches()["mate-search"] > 0 && !s.root_moves.restricted())
      if (auto mate = iteration_zero(s)) {
        s.root_record.end();
        result.iterations.push_back(std::move(*mate));
        result.ended_by_mate = true;
        return result;
      }
  for (int depth = s.switches()["deepening"] ? 1 : deepest; depth <= deepest; ++depth) {
    s.start_iteration(depth);
    const double start = s.seconds();
    const std::size_t changes_before = changes.size();
    const auto costs = [&] {
      return IterationCosts{depth, s.counted(), s.distinct(), s.seconds() - start};
    };
    const auto break_off = [&](const std::string& obstacle) {
      result.unfinished = {costs(), {}, obstacle, s.take_visits()};
    };
    try {
      const auto iterate = [&](S& searcher) { return routine.iterate(searcher, depth, last); };
      const Value value = helpers ? helpers->iterate(iterate) : iterate(s);
      Iteration<Move> done{costs(), value, {}, s.take_visits(), s.take_types()};
      done.line = routine.keeps_lines
                      ? s.pv.from(0)
                      : s.search_aside([&] { return complete_line(s, depth, value); });
      // Some algorithms' null-window searches do not report root changes.
      if (changes.size() == changes_before && !done.line.empty())
        s.root_record.change(depth, done.line.front(), value);
      result.iterations.push_back(std::move(done));
      last = value;
    } catch (const Stopped&) {
      break_off({});
    } catch (const OutOfMemory& error) {
      break_off(error.what());
    } catch (const std::bad_alloc&) {
      break_off("no memory is left");
    }
    if (!routine.keeps_lines) drop_doubtful_changes(s, changes_before, !result.unfinished);
    if (result.unfinished) {
      if (changes.size() == changes_before) break;
      result.unfinished->best = s.pv.from(0);
      if (result.unfinished->best.empty())
        result.unfinished->best = {changes.back().move};  // it failed high
      break;
    }
    const auto& line = result.iterations.back().line;
    s.root_record.report(depth, *last, line);
    // A selective search may have missed a shorter mate within its depth.
    const int plies = (mate_value - std::abs(*last)) * (selective ? 2 : 1);
    result.ended_by_mate = s.limits().until_mate && is_mate(*last) && plies <= depth;
    if (result.ended_by_mate) break;
    if constexpr (S::is_orthodox)
      if (s.switches()["book"] && meets_book(s, line)) break;
  }
  s.root_record.end();
  return result;
}

/// The same with an algorithm given by its type.
template <class Algorithm, class S>
auto deepen(S& s) {
  return deepen(s, routine_of<Algorithm, S>());
}

}  // namespace plylab::search
