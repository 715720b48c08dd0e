// The one loop that experiments, searches of several positions and solve share: jobs done several
// at once, with a store of what is already known.
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

/// How jobs are done; none of it changes a record.
template <class Record>
struct JobSettings {
  int threads = 1;                          ///< jobs at the same time, 1 or more
  const std::atomic<bool>* stop = nullptr;  ///< goes up when the user asks for an early end
  /// The record of a job that the store has, or null.
  std::function<const Record*(std::size_t job)> find = nullptr;
  /// Adds a new record to the store. Called from several threads at once.
  std::function<void(std::size_t job, const Record&)> add = nullptr;
  /// Called after each job, by one thread at a time.
  std::function<void(std::size_t done)> progress = nullptr;
};

/// Fills in a record for each job, in their order: that of the store, or what work(job, worker)
/// returns on one of the threads. It returns nothing for a job that was stopped before it had a
/// result. What it returns for a job that was stopped later is not stored. The first exception ends
/// the other jobs and is rethrown; the records then have what was done.
template <class Record, class Work>
void run_jobs(std::size_t jobs, const Work& work, const JobSettings<Record>& how,
              std::vector<std::optional<Record>>& records) {
  assert(how.threads >= 1);
  records.assign(jobs, std::nullopt);
  std::size_t done = 0;
  std::mutex mutex;  // of the progress
  in_parallel(jobs, how.threads, how.stop, [&](std::size_t job, std::size_t worker) {
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
