// Runs a job on any game's position.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"
#include "gen/base/parallel.h"
#include "search/algorithms/iterative_deepening.h"
#include "search/algorithms/minimal.h"
#include "search/run/registry.h"
#include "search/run/run.h"

namespace plylab::search {

/// The job's settings for the search of that name. Throws InputError for invalid combinations.
template <Position P>
Settings settings_of(const Job& job, std::string_view search) {
  std::string_view name = job.ordering;
  if (name == default_choice) {
    name = preset_of(search).ordering;
    if (!can_order<P>(Order::find(name, "ordering"))) name = ordering_outside_chess;
  }
  const Order ordering = Order::find(name, "ordering");
  if (!can_order<P>(ordering))
    throw InputError(fmt::format("the ordering {} does not apply to this game", name));
  if (const std::string names = switches_outside(scope_of<P>, job.switches); !names.empty())
    throw InputError(fmt::format("{}: not for this game", names));
  const Switches in_force = restricted_to(scope_of<P>, effective_switches(search, job.switches));
  if (in_force["endgames"] > 0 && job.endgames == nullptr)
    throw InputError("the switch endgames needs endgame tables, and the job gives none");
  if (in_force["book"] && job.book == nullptr)
    throw InputError("the switch book needs an opening book, and the job gives none");
  return {ordering, in_force, job.limits, job.distinct, job.null_samples, job.endgames, job.book};
}

/// Throws InputError for settings that several threads do not support.
inline void check_threads(const Job& job, const Settings& settings) {
  const Switches& on = settings.switches;
  if (on["threads"] <= 1) return;
  const auto refuse = [&](std::string_view what) {
    throw InputError(fmt::format("threads={}: {}", on["threads"], what));
  };
  if (job.distinct) refuse("not with --distinct, which one thread counts");
  if (job.visits) refuse("not with a trace, which one thread writes");
  if (job.types) refuse("not with --types, which one thread counts");
  require_threads(on["threads"]);
}

/// The searches of a guest (suites/lab.h) that have been compiled for a searcher, by name.
template <class S>
std::vector<std::pair<std::string_view, Routine<S>>>& added_routines() {
  static std::vector<std::pair<std::string_view, Routine<S>>> all;
  return all;
}

/// The search of that name or alias. Throws InputError if it is a guest's, and has not been
/// compiled for this game.
template <class S>
Routine<S> find_routine(std::string_view name) {
  Routine<S> found{};
  const auto look = [&](const auto& algorithm) {
    if (algorithm.name == exact_name(name))
      found = routine_of<typename std::decay_t<decltype(algorithm)>::Search, S>();
  };
  std::apply([&](const auto&... algorithm) { (look(algorithm), ...); }, every_algorithm);
  for (const auto& [added, routine] : added_routines<S>())
    if (added == name) found = routine;
  if (found.iterate == nullptr) throw InputError(fmt::format("{}: is not for this game", name));
  return found;
}

/// The moves of the root in the order in which a further search to that depth would try them.
template <class S>
std::vector<ListedMove<typename S::Move>> root_order(S& s, int depth) {
  s.set_up();
  const auto known = s.table() ? s.table()->find(s.position) : std::nullopt;
  const auto* const best = s.ordering.best_known(s.position, known ? &*known : nullptr, depth);
  const auto listed = s.position.generate();
  MovePicker<typename S::Pos> moves;
  s.list_moves(moves, depth, 0, best);
  std::vector<ListedMove<typename S::Move>> order;
  for (std::size_t place = 0; place < moves.size(); ++place) {
    const auto move = moves.pick(place);
    const auto generated = std::find(listed.begin(), listed.end(), move) - listed.begin();
    order.push_back({move, static_cast<std::size_t>(generated), {}});
    if constexpr (S::is_chess)
      order.back().kind =
          s.ordering.class_of(s.position, s.path, 0, move, moves.is_best_known(place));
  }
  return order;
}

/// Runs the job without the minimal tree.
template <Position P, Evaluation<P> E>
ResultOf<typename P::Move> run_with(const P& root, const E& evaluation, const Job& job,
                                    const RootContext<typename P::Move>& context,
                                    const std::vector<Key>& game) {
  const Settings settings = settings_of<P>(job, job.algorithm);
  check_threads(job, settings);
  if (job.types && !can_trace<P>)
    throw InputError("node types: in chess only with the generator mailbox");
  using S = Searcher<P, E>;
  TranspositionTable<P>* kept = nullptr;
  const bool has_table = settings.switches["table"] > 0;
  if (job.only_prepare) {
    if (has_table)
      job.kept_table->prepare<TranspositionTable<P>>(job.algorithm, job.evaluation,
                                                     settings.switches);
    else
      job.kept_table->release();
    return {};
  }
  if (job.kept_table != nullptr && has_table && context.root_moves.empty())
    kept = &job.kept_table->take<TranspositionTable<P>>(job.algorithm, job.evaluation,
                                                        settings.switches);
  if (job.prepare_table && kept == nullptr && has_table)
    TranspositionTable<P>::prepare(settings.switches);
  S searcher(root, evaluation, settings, game, kept);
  searcher.root_moves.choose(context.root_moves);
  searcher.root_record.set_observer(context.observer);
  Tracers<typename P::Move> trace;
  if (job.visits) trace.visits.emplace();
  if (job.types) trace.types.emplace();
  trace.checks_moves = job.checks_moves;
  if (job.visits || job.types || job.checks_moves) searcher.set_trace(&trace);
  Helpers<S> helpers(searcher, settings.switches["threads"] - 1, [&](const Limits& limits) {
    Settings own = settings;
    own.limits = limits;
    auto helper = std::make_unique<S>(root, evaluation, own, game, searcher.table());
    helper->root_moves.choose(context.root_moves);
    return helper;
  });
  auto result = deepen(searcher, find_routine<S>(job.algorithm), &helpers);
  result.changes = searcher.root_record.changes();
  result.root_searches = searcher.root_record.searches();
  if (job.trace && !result.counts().lists_own_moves())
    result.order = root_order(searcher, searcher.iteration_depth());
  if (job.census && searcher.table() != nullptr) result.table = searcher.table()->census();
  result.switches = settings.switches;
  result.visited = searcher.visited();
  result.seconds = searcher.seconds();
  return result;
}

/// Runs the job; throws InputError as run() does. `game`: the keys of the positions before the
/// root. The minimal tree is searched to the depth of the last finished iteration; it is missing if
/// the job is stopped, or if visits are recorded and the limit of nodes is reached.
template <Position P, Evaluation<P> E>
ResultOf<typename P::Move> run_on(const P& root, const E& evaluation, const Job& job,
                                  const RootContext<typename P::Move>& context = {},
                                  const std::vector<Key>& game = {}) {
  require_search(job.algorithm, job.switches);
  if (job.limits.depth < 1)
    throw InputError(fmt::format("depth: {} is less than 1", job.limits.depth));
  auto result = run_with(root, evaluation, job, context, game);
  if (const auto* last = result.last_finished(); job.minimal && last != nullptr) {
    Settings settings = settings_of<P>(job, "alphabeta-soft");
    settings.distinct = false;
    settings.switches["threads"] = 1;
    settings.limits = {};
    settings.limits.depth = last->depth;
    settings.limits.stop = job.limits.stop;
    if (job.visits) settings.limits.nodes = job.limits.nodes;  // all visits are kept
    try {
      result.minimal =
          minimal(root, evaluation, settings, job.visits ? &result.minimal_visits : nullptr);
    } catch (const Stopped&) {
    }
  }
  return result;
}

}  // namespace plylab::search
