// Does the runs of an experiment, several at once.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "search/lab/journal.h"
#include "search/lab/run_record.h"

namespace plylab::search::lab {

/// Does one run; nothing if it was stopped from outside. Called from several threads at once.
using ExecuteRun = std::function<std::optional<RunRecord>(const Run&)>;

/// How the work is done; none of it changes a count.
struct RunOptions {
  int threads = 1;                                           ///< runs at the same time, 1 or more
  Journal* journal = nullptr;                                ///< where lines go, if anywhere
  const std::atomic<bool>* stop = nullptr;                   ///< raised from outside
  std::function<void(std::size_t done)> progress = nullptr;  ///< after each run, from any thread
};

/// Fills in the records in the order of the runs, with nothing for those that were not done. What
/// the journal already has is not run again. The first exception that a run throws ends the others
/// and is thrown on; what was done by then is in the records.
void run_all(const std::vector<Run>& runs, const ExecuteRun& execute_run, const RunOptions& options,
             RunRecords& records);

}  // namespace plylab::search::lab
