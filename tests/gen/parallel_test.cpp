// Work done by several threads: each piece once, the first exception thrown on, stop heeded.
#include "gen/base/parallel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "gen/base/input_error.h"

namespace plylab {
namespace {

using ::testing::Each;

class Parallel : public ::testing::TestWithParam<int> {};

TEST_P(Parallel, DoesEachPieceOnce) {
  const int threads = GetParam();
  std::vector<std::atomic<int>> times(1000);
  std::atomic<bool> known_workers = true;
  in_parallel(times.size(), threads, nullptr, [&](std::size_t i, std::size_t worker) {
    ++times[i];
    if (worker >= static_cast<std::size_t>(threads)) known_workers = false;
  });
  EXPECT_THAT(std::vector<int>(times.begin(), times.end()), Each(1));
  EXPECT_TRUE(known_workers);
}

TEST_P(Parallel, DoesNothingOfNothing) {
  in_parallel(0, GetParam(), nullptr, [](std::size_t, std::size_t) { FAIL(); });
}

TEST_P(Parallel, ThrowsTheFirstExceptionOn) {
  std::atomic<std::size_t> begun = 0;
  std::mutex mutex;
  std::string first;
  try {
    in_parallel(100'000, GetParam(), nullptr, [&](std::size_t i, std::size_t) {
      ++begun;
      if (i < 3) return;
      const std::string what = "piece " + std::to_string(i);
      const std::lock_guard lock(mutex);
      if (first.empty()) first = what;
      throw std::runtime_error(what);
    });
    FAIL() << "nothing is thrown";
  } catch (const std::runtime_error& error) {
    // Two threads may throw at nearly the same time; it is one of the pieces under way.
    EXPECT_TRUE(std::string(error.what()).starts_with("piece ")) << error.what();
    if (GetParam() == 1) {
      EXPECT_EQ(error.what(), first);
    }
  }
  EXPECT_LT(begun, 100'000U) << "the other threads went on";
}

TEST_P(Parallel, ThrowsWhatIsNoStandardExceptionToo) {
  EXPECT_THROW(in_parallel(10, GetParam(), nullptr, [](std::size_t, std::size_t) { throw 7; }),
               int);
}

TEST_P(Parallel, BeginsNothingAfterStop) {
  std::atomic<bool> stop = false;
  std::atomic<std::size_t> begun = 0;
  in_parallel(100'000, GetParam(), &stop, [&](std::size_t, std::size_t) {
    ++begun;
    stop = true;
  });
  EXPECT_GE(begun, 1U);
  EXPECT_LE(begun, static_cast<std::size_t>(GetParam()));
  in_parallel(10, GetParam(), &stop, [&](std::size_t, std::size_t) { FAIL() << "it was stopped"; });
}

// Work that waits for smaller indices would otherwise wait for ever after a stop.
TEST_P(Parallel, WorksEachIndexThatIsTaken) {
  std::atomic<bool> stop = false;
  std::vector<std::atomic<bool>> done(10'000);
  in_parallel(done.size(), GetParam(), &stop, [&](std::size_t i, std::size_t) {
    if (i == 5000) stop = true;
    done[i] = true;
  });
  EXPECT_TRUE(std::ranges::is_partitioned(done, [](const auto& one) { return one.load(); }));
}

INSTANTIATE_TEST_SUITE_P(Threads, Parallel, ::testing::Values(1, 2, 7));

// Sanitizers need more addresses than are left here, and qemu limits no addresses.
#if !defined(PLYLAB_SANITIZED) && !defined(PLYLAB_EMULATED)
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

TEST(ParallelThreads, ThatAreNotToBeHadAreRefused) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit small = before;
  small.rlim_cur = rlim_t{2} << 30;  // a thread's stack has some MiB
  setrlimit(RLIMIT_AS, &small);
  EXPECT_THAT([] { require_threads(5000); },
              ThrowsMessage<InputError>(StartsWith("cannot start 5000 threads: ")));
  EXPECT_THAT([&] { in_parallel(5000, 5000, nullptr, [](auto, auto) {}); },
              ThrowsMessage<InputError>(StartsWith("cannot start 5000 threads: ")));
  setrlimit(RLIMIT_AS, &before);
  require_threads(2);
}
#endif

TEST(ParallelThreads, AreAtLeastOne) {
  EXPECT_GE(available_processors(), 1);
  int calls = 0;
  in_parallel(3, 0, nullptr, [&](std::size_t, std::size_t worker) {
    EXPECT_EQ(worker, 0U);
    ++calls;
  });
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace plylab
