#include "search/lab/execute_run.h"

#include <string>

#include "gen/chess/line.h"
#include "gen/epd/shipped.h"
#include "gen/tictactoe/tictactoe.h"
#include "gen/tree/explicit.h"
#include "gen/tree/tree.h"
#include "search/lab/starts.h"
#include "search/run.h"
#include "search/run_on.h"

namespace plylab::search::lab {
namespace {

Counts counts_of(const Counters& counters) {
  return {{"nodes", counters.nodes()},
          {"leaves", counters.leaves},
          {"quiescence", counters[Event::quiescence]},
          {"cutoffs", counters.cutoffs},
          {"first_cutoffs", counters.cut_index[0]},
          {"researches", counters[Event::research]},
          {"research_nodes", counters.research_nodes},
          {"tightenings", counters[Event::tightening]},
          {"probes", counters[Event::probe]},
          {"hits", counters[Event::hit]},
          {"table_cutoffs", counters[Event::table_cutoff]},
          {"collisions", counters[Event::collision]},
          {"null_tries", counters[Event::null_try]},
          {"null_cutoffs", counters[Event::null_cutoff]},
          {"extensions", counters[Event::extension]},
          {"reductions", counters[Event::reduction]},
          {"futile", counters[Event::futile]},
          {"razored", counters[Event::razored]}};
}

/// The record of a search; text(line) writes a principal variation.
template <class Move>
RunRecord record_of(const Run& run, const ResultOf<Move>& result, auto&& text) {
  RunRecord record{run.id(), result.iterations.back().complete, {}};
  for (const auto& iteration : result.iterations)
    record.steps.push_back({iteration.depth, iteration.complete, iteration.value,
                            text(iteration.line), counts_of(iteration.stats), iteration.seconds});
  if (run[Factor::variant] != minimal_variant) return record;
  // Of the search that found the best moves only the value and the time are kept.
  Step step = record.last();
  step.counts.clear();
  if (result.minimal)
    step.counts = {{"nodes", result.minimal->tree}, {"leaves", result.minimal->tree_leaves}};
  if (result.minimal && result.minimal->graph > 0)
    step.counts.emplace_back("graph", result.minimal->graph);
  step.seconds = record.seconds();
  record.steps = {std::move(step)};
  return record;
}

template <Position P>
RunRecord record_on(const P& root, const Run& run, const Job& job,
                    const Evaluation<P> auto& value) {
  return record_of(run, run_on(root, value, job),
                   [&](const auto& line) { return line_text(root, line); });
}

RunRecord search_start(const Run& run, const Job& job) {
  switch (game_of(run.start)) {
    case Game::tree:
      return record_on(tree::Tree(tree::parse_spec(run.start.text)), run, job,
                       tree::TreeEvaluation{});
    case Game::explicit_tree:
      return record_on(epd::find_tree(tree_file(run.start)), run, job, tree::TreeEvaluation{});
    case Game::tictactoe:
      return record_on(TicTacToe{}, run, job, [](const TicTacToe&) { return Value{0}; });
    case Game::chess:
      break;
  }
  const chess::ValidSetup start(run.start.text);
  return record_of(run, search::run(start, job),
                   [&](const auto& line) { return chess::san_line(start, line); });
}

}  // namespace

Job job_of(const Run& run, const std::atomic<bool>& stop) {
  Job job;
  job.generator = run[Factor::generator];
  job.minimal = run[Factor::variant] == minimal_variant;
  job.algorithm = job.minimal ? "alphabeta" : run[Factor::variant];
  job.evaluation = run[Factor::evaluation];
  job.ordering = run[Factor::ordering];
  job.switches = parse_switches(factor_names[1], run[Factor::switches]);
  job.limits.depth = run.depth();
  if (run.limits.nodes > 0) job.limits.nodes = run.limits.nodes;
  if (run.limits.seconds > 0) job.limits.seconds = run.limits.seconds;
  job.limits.stop = &stop;
  return job;
}

std::optional<RunRecord> execute_run(const Run& run, const std::atomic<bool>& stop) {
  std::optional<RunRecord> record;
  try {
    record = search_start(run, job_of(run, stop));
  } catch (const Stopped&) {  // while the minimal tree was searched
  }
  return stop ? std::nullopt : record;
}

}  // namespace plylab::search::lab
