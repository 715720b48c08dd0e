// Independent tasks in parallel.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

namespace plylab {

/// How many processors this process may use; at least 1.
int available_processors();

/// Keeps the calling thread, and the threads that it starts meanwhile, on the processor on which it
/// runs: threads of which only one at a time has work pass it on ten times as fast there. Does
/// nothing where the system has no call for it (Linux has).
class OneProcessor {
 public:
  OneProcessor();
  ~OneProcessor();
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  std::vector<int> before_;  // the processors that it may use otherwise; empty: not changed
};

/// Throws InputError if the system cannot start that many threads at once. OpenMP would not check:
/// it would abort the process.
void require_threads(int threads);

/// Calls work(i, worker) once for each i below `number`, in ascending order, from `threads`
/// threads, until `*stop` is true; `stop` may be null. `worker` is the number of the thread, from 0
/// to `threads` − 1. When a call throws, no further calls begin, and the first exception is
/// rethrown after the other threads have ended. Also throws InputError if the system cannot start
/// so many threads.
void in_parallel(std::size_t number, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work);

}  // namespace plylab
