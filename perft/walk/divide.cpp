#include "perft/walk/divide.h"

#include <chrono>
#include <exception>

#include "gen/base/parallel.h"

namespace plylab::perft::detail {

CountedTasks count_tasks(std::size_t tasks, const Job& job, int threads,
                         const std::function<Count(std::size_t task, const std::atomic<bool>& stop,
                                                   TableUse& use)>& count) {
  using Clock = std::chrono::steady_clock;
  const std::atomic<bool>& stop = job.stop_flag();
  CountedTasks result{std::vector<char>(tasks, false), {}};
  std::size_t done = 0;
  double counted = 0;  // a Count could overflow, and an exception must not leave `critical`
  std::exception_ptr failure;
  require_threads(threads);
  result.threads.reserve(static_cast<std::size_t>(threads));
  const auto start = Clock::now();
#pragma omp parallel num_threads(threads)
  {
    ThreadShare share;
#pragma omp for schedule(dynamic) nowait
    for (std::size_t t = 0; t < tasks; ++t) {
      if (stop.load(std::memory_order_relaxed)) continue;
      try {
        const Count found = count(t, stop, share.table);
        result.finished[t] = true;
        share.leaves += found;
        if (job.progress) {
#pragma omp critical(plylab_perft)
          job.progress(static_cast<double>(++done) / static_cast<double>(tasks),
                       counted += static_cast<double>(found));
        }
      } catch (const Stopped&) {
        continue;
      } catch (...) {
#pragma omp critical(plylab_perft)
        failure = std::current_exception();
      }
    }
    share.seconds = std::chrono::duration<double>(Clock::now() - start).count();
#pragma omp critical(plylab_perft)
    result.threads.push_back(share);
  }
  if (failure) std::rethrow_exception(failure);
  return result;
}

}  // namespace plylab::perft::detail
