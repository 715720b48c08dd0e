#include "gen/base/parallel.h"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <exception>
#include <latch>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

InputError refusal(int threads, const std::system_error& error) {
  return InputError(fmt::format("cannot start {} threads: {}", threads, error.code().message()));
}

}  // namespace

// OpenMP, unlike std::thread::hardware_concurrency, respects taskset.
int available_processors() { return std::max(1, omp_get_num_procs()); }

#ifdef CPU_SET
namespace {

bool use_processors(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &set);
  return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

OneProcessor::OneProcessor() {
  cpu_set_t set;
  CPU_ZERO(&set);
  const int here = ::sched_getcpu();
  if (here < 0 || ::sched_getaffinity(0, sizeof set, &set) != 0 || !use_processors({here})) return;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(static_cast<std::size_t>(processor), &set)) before_.push_back(processor);
}
OneProcessor::~OneProcessor() {
  if (!before_.empty()) use_processors(before_);
}
#else
OneProcessor::OneProcessor() = default;
OneProcessor::~OneProcessor() = default;
#endif

void require_threads(int threads) {
  static std::atomic<int> started = 1;  // OpenMP reuses its threads
  if (threads <= started) return;
  std::latch end(1);
  std::vector<std::jthread> workers;
  struct Release {  // runs before the destructor of `workers` joins them
    std::latch& end;
    ~Release() { end.count_down(); }
  } const release{end};
  try {
    for (int i = 1; i < threads; ++i) workers.emplace_back([&] { end.wait(); });
  } catch (const std::system_error& error) {
    throw refusal(threads, error);
  }
  started = threads;
}

void in_parallel(std::size_t number, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::size_t i, std::size_t worker)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;  // guards `failure`
  std::exception_ptr failure;
  const auto fail = [&](std::exception_ptr what) {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::move(what);
    next = number;
  };
  const auto work_on = [&](std::size_t worker) {
    try {
      // `stop` only keeps indices from being taken: work may wait for that on smaller indices.
      while (!(stop && *stop)) {
        const std::size_t i = next++;
        if (i >= number) break;
        work(i, worker);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  };
  {
    const auto most = std::min(number, static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<std::jthread> workers;
    try {
      for (std::size_t i = 0; i < most; ++i) workers.emplace_back(work_on, i);
    } catch (const std::system_error& error) {
      fail(std::make_exception_ptr(refusal(threads, error)));
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plylab
