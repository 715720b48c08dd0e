#include "suites/mate/run.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace plylab::mate {

void in_parallel(std::size_t number, int threads, const std::atomic<bool>& stop,
                 const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // of the failure
  std::exception_ptr failure;
  const auto work_on = [&] {
    try {
      for (std::size_t i = next++; i < number && !stop; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = number;
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < threads; ++i) workers.emplace_back(work_on);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plylab::mate
