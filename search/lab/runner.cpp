#include "search/lab/runner.h"

#include <exception>

namespace plylab::search::lab {
namespace {

/// One run, from the journal if that has it, and into it if not.
std::optional<Record> record_of(const Run& run, const Perform& perform, Journal* journal) {
  if (journal)
    if (const auto kept = journal->kept().find(run.id()); kept != journal->kept().end())
      return kept->second;
  auto record = perform(run);
  if (record && journal) journal->add(run, *record);
  return record;
}

}  // namespace

std::vector<std::optional<Record>> run_all(const std::vector<Run>& runs, const Perform& perform,
                                           const Work& work) {
  std::vector<std::optional<Record>> records(runs.size());
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) num_threads(work.threads)
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (failed || (work.stop && *work.stop)) continue;
    try {  // no exception may leave a parallel region
      records[i] = record_of(runs[i], perform, work.journal);
      if (work.progress) work.progress(++done);
    } catch (...) {
      if (!failed.exchange(true)) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return records;
}

}  // namespace plylab::search::lab
