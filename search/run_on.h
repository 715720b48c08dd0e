// Runs a job on any game's position.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gen/input_error.h"
#include "search/registry.h"
#include "search/run.h"

namespace plylab::search {

/// The settings that the job means for an algorithm. Throws InputError for what makes no sense.
template <Position P, class Search>
Settings settings_of(const Job& job) {
  const Preset preset = preset_of<Search>();
  std::string_view name = job.ordering == default_choice ? preset.ordering : job.ordering;
  if (job.ordering == default_choice && !can_order<P>(find_ordering(name))) name = "generation";
  const OrderingEntry& ordering = find_ordering(name);
  if (!can_order<P>(ordering))
    throw InputError(fmt::format("the ordering {} makes no sense in this game", name));
  Settings settings{ordering.order, overlay(job.switches, preset.switches), job.limits,
                    job.distinct};
  if constexpr (!chess::ChessPosition<P>) {
    if (const std::string names = chess_switches(job.switches); !names.empty())
      throw InputError(fmt::format("{}: makes sense in chess only", names));
    settings.switches = without_chess(settings.switches);
  }
  if (needs_table<Search> && settings.switches.table == 0) settings.switches.table = default_table;
  return settings;
}

/// Runs the job with one algorithm. Stats may be a trace (core/trace.h).
template <class Search, class Stats, Position P, Evaluation<P> E>
ResultOf<typename P::Move, Stats> run_with(const P& root, const E& evaluation, const Job& job,
                                           const RootContext<typename P::Move>& context,
                                           const std::vector<Key>& game) {
  const Settings settings = settings_of<P, Search>(job);
  Searcher<P, E, Stats> searcher(root, evaluation, settings, game);
  searcher.root_moves.choose(context.root_moves);
  searcher.root_record.set_observer(context.observer);
  ResultOf<typename P::Move, Stats> result;
  result.iterations = deepen<Search>(searcher);
  result.changes = searcher.root_record.changes();
  result.root_searches = searcher.root_record.searches();
  result.switches = settings.switches;
  result.visited = searcher.visited();
  result.seconds = searcher.seconds();
  return result;
}

/// Runs the job on the calling thread; throws InputError as run() does. `game`: the keys of the
/// positions before the root. The minimal tree is that of the depth of the last complete iteration;
/// it is missing if the job is stopped meanwhile.
template <class Stats = Counters, Position P, Evaluation<P> E>
ResultOf<typename P::Move, Stats> run_on(const P& root, const E& evaluation, const Job& job,
                                         const RootContext<typename P::Move>& context = {},
                                         const std::vector<Key>& game = {}) {
  require_search(job.algorithm, job.switches);
  if (job.limits.depth < 1)
    throw InputError(fmt::format("depth: {} is less than 1", job.limits.depth));
  ResultOf<typename P::Move, Stats> result;
  const auto try_algorithm = [&](const auto& algorithm) {
    using Search = typename std::decay_t<decltype(algorithm)>::Search;
    if (algorithm.name == exact_name(job.algorithm))
      result = run_with<Search, Stats>(root, evaluation, job, context, game);
  };
  std::apply([&](const auto&... algorithm) { (try_algorithm(algorithm), ...); }, every_algorithm);
  if (const auto* last = result.last_complete(); job.minimal && last != nullptr) {
    Settings settings = settings_of<P, AlphaBetaSoft>(job);
    settings.distinct = false;
    settings.limits = {};
    settings.limits.depth = last->depth;
    settings.limits.stop = job.limits.stop;
    try {
      result.minimal = minimal(root, evaluation, settings);
    } catch (const Stopped&) {
    }
  }
  return result;
}

}  // namespace plylab::search
