#include "search/lab/runner.h"

#include <atomic>
#include <cassert>

#include "gen/base/parallel.h"

namespace plylab::search::lab {
namespace {

/// One run, from the journal if that has it, and into it if not.
std::optional<RunRecord> record_of(const Run& run, const ExecuteRun& execute_run,
                                   Journal* journal) {
  if (journal)
    if (const auto kept = journal->kept().find(run.id()); kept != journal->kept().end())
      return kept->second;
  auto record = execute_run(run);
  if (record && journal) journal->add(run, *record);
  return record;
}

}  // namespace

void run_all(const std::vector<Run>& runs, const ExecuteRun& execute_run, const RunOptions& options,
             RunRecords& records) {
  assert(options.threads >= 1);
  records.assign(runs.size(), std::nullopt);
  std::atomic<std::size_t> done = 0;
  in_parallel(runs.size(), options.threads, options.stop, [&](std::size_t i, std::size_t) {
    records[i] = record_of(runs[i], execute_run, options.journal);
    if (options.progress) options.progress(++done);
  });
}

}  // namespace plylab::search::lab
