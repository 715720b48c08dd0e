#include "search/lab/perform.h"

#include "gen/chess/line.h"
#include "search/run.h"

namespace plylab::search::lab {
namespace {

Job job_of(const Run& run, const std::atomic<bool>& stop) {
  Job job;
  job.generator = run[Factor::generator];
  job.algorithm = run[Factor::variant];
  job.evaluation = run[Factor::evaluation];
  job.ordering = run[Factor::ordering];
  job.limits.depth = run.depth();
  if (run.bounds.nodes > 0) job.limits.nodes = run.bounds.nodes;
  if (run.bounds.seconds > 0) job.limits.seconds = run.bounds.seconds;
  job.limits.stop = &stop;
  return job;
}

Counts counts_of(const Counters& counters) {
  return {{"nodes", counters.nodes()},
          {"leaves", counters.leaves},
          {"quiescence", counters.quiescence_nodes},
          {"cutoffs", counters.cutoffs},
          {"first_cutoffs", counters.cut_index[0]},
          {"researches", counters.researches}};
}

}  // namespace

std::optional<Record> perform(const Run& run, const std::atomic<bool>& stop) {
  const chess::Setup start(run.start.text);
  const Result result = search::run(start, job_of(run, stop));
  if (stop) return std::nullopt;
  Record record{run.id(), result.iterations.back().complete, {}, {}};
  for (const auto& iteration : result.iterations)
    record.steps.push_back({iteration.depth, iteration.complete, iteration.value,
                            chess::san_line(start, iteration.line), counts_of(iteration.stats),
                            iteration.seconds});
  return record;
}

}  // namespace plylab::search::lab
