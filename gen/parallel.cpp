#include "gen/parallel.h"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace plylab {

// OpenMP, unlike std::thread::hardware_concurrency, minds the processors that taskset leaves us.
int available_processors() { return std::max(1, omp_get_num_procs()); }

void in_parallel(std::size_t number, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of the failure
  std::exception_ptr failure;
  const auto fail = [&] {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::current_exception();
    next = number;
  };
  const auto work_on = [&](std::size_t worker) {
    try {
      for (std::size_t i = next++; i < number && !(stop && *stop); i = next++) work(i, worker);
    } catch (...) {
      fail();
    }
  };
  {
    const auto most = std::min(number, static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<std::jthread> workers;
    try {
      for (std::size_t i = 0; i < most; ++i) workers.emplace_back(work_on, i);
    } catch (...) {  // the system has no thread left
      fail();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plylab
