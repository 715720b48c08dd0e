// The loop that experiments, searches of several positions and solve share: runs jobs in parallel,
// with a store of known results.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"

namespace plylab::search::lab {

/// How to run jobs; none of this affects a record.
template <class Record>
struct JobSettings {
  int threads = 1;                          ///< jobs at the same time, 1 or more
  std::vector<std::size_t> order = {};      ///< in which jobs begin; empty: as they are numbered
  const std::atomic<bool>* stop = nullptr;  ///< set when the user asks for an early end
  /// Returns the stored record of a job, or null.
  std::function<const Record*(std::size_t job)> find = nullptr;
  /// Adds a new record to the store. Called from several threads at once.
  std::function<void(std::size_t job, const Record&)> add = nullptr;
  /// Called after each job, by one thread at a time.
  std::function<void(std::size_t done)> progress = nullptr;
};

/// Fills in a record for each job, in order: the stored one, or the result of work(job, worker) on
/// one of the threads. `work` returns none for a job that was stopped before it had a result; a
/// result returned after the stop is not stored. The first exception ends the other jobs and is
/// rethrown; the records then hold all finished jobs.
template <class Record, class Work>
void run_jobs(std::size_t jobs, const Work& work, const JobSettings<Record>& how,
              std::vector<std::optional<Record>>& records) {
  assert(how.threads >= 1);
  records.assign(jobs, std::nullopt);
  std::size_t done = 0;
  std::mutex mutex;  // guards the progress
  in_parallel(jobs, how.threads, how.stop, [&](std::size_t i, std::size_t worker) {
    const std::size_t job = how.order.empty() ? i : how.order[i];
    if (const Record* kept = how.find ? how.find(job) : nullptr) {
      records[job] = *kept;
    } else {
      records[job] = work(job, worker);
      const bool stopped = how.stop && *how.stop;
      if (records[job] && how.add && !stopped) how.add(job, *records[job]);
    }
    if (!how.progress) return;
    const std::lock_guard lock(mutex);
    how.progress(++done);
  });
}

}  // namespace plylab::search::lab
