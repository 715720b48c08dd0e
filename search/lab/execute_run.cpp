#include "search/lab/execute_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "search/run/table_size.h"

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

RunRecord record_of(const Run& run, const TextResult& result) {
  const auto& end = result.iterations.back();
  RunRecord record{run.id(), end.complete, {}, end.obstacle, run.depth()};
  for (const auto& iteration : result.iterations)
    record.steps.push_back({iteration.depth, iteration.complete, iteration.value,
                            fmt::format("{}", fmt::join(iteration.line, " ")),
                            counts_of(iteration.stats), iteration.seconds});
  if (run[Factor::variant] != minimal_variant) return record;
  record.complete &= result.minimal.has_value();
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

}  // namespace

Job job_of(const Run& run, const std::string& kernel, const std::atomic<bool>& stop) {
  Job job;
  job.kernel = kernel;
  job.generator = run[Factor::generator];
  job.minimal = run[Factor::variant] == minimal_variant;
  job.algorithm = search_of(run[Factor::variant]);
  job.evaluation = run[Factor::evaluation];
  job.ordering = run[Factor::ordering];
  job.switches =
      with_table(parse_switches(name_of(Factor::switches), run[Factor::switches]), run.table);
  job.limits.depth = run.depth();
  if (run.limits.nodes > 0) job.limits.nodes = run.limits.nodes;
  if (run.limits.seconds > 0) job.limits.seconds = run.limits.seconds;
  job.limits.stop = &stop;
  return job;
}

std::optional<RunRecord> execute_run(const Run& run, const std::vector<SearchableGame>& games,
                                     const std::string& kernel, const std::atomic<bool>& stop) {
  const SearchableGame& game = find_game(games, run.start.game);
  const std::string own = game.info.kernel_of(run[Factor::generator], kernel);
  const TextResult result =
      game.run(game.info.parse(run.start.text), {}, job_of(run, own, stop), MoveStyle::words);
  if (stop) return std::nullopt;
  return record_of(run, result);
}

}  // namespace plylab::search::lab
