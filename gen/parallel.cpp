#include "gen/parallel.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace plylab {

void in_parallel(std::size_t number, int threads, const std::atomic<bool>& stop,
                 const std::function<void(std::size_t, std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of the failure
  std::exception_ptr failure;
  const auto work_on = [&](std::size_t worker) {
    try {
      for (std::size_t i = next++; i < number && !stop; i = next++) work(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = number;
    }
  };
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < static_cast<std::size_t>(threads); ++i)
      workers.emplace_back(work_on, i);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plylab
