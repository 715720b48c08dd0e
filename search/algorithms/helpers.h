// The other threads of a search: each searches the same iteration as the first one.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "search/base/value.h"
#include "search/core/budget.h"
#include "search/core/shared_search.h"

namespace plylab::search {

/// Threads that search beside the leader, the searcher whose result counts. All search the same
/// root to the same depth with one table, through which they share results. A thread that finishes
/// before the leader waits for it; when the leader finishes, the others are stopped.
template <class S>
class Helpers {
 public:
  /// A searcher that shares the leader's table, with these limits.
  using Make = std::function<std::unique_ptr<S>(const Limits& limits)>;

  Helpers(S& leader, int number, const Make& make) : leader_(leader) {
    if (number <= 0) return;
    leader.share(shared_);
    for (int i = 0; i < number; ++i) {
      helpers_.push_back({make({.stop = &shared_.stop})});
      helpers_.back().searcher->share(shared_);
    }
  }

  /// Runs an iteration on all threads, and returns iterate(searcher) of the leader. The first
  /// iterations are too short to share.
  Value iterate(const std::function<Value(S& s)>& iterate) {
    if (helpers_.empty() || leader_.visited() < least_visited) return iterate(leader_);
    shared_.stop = false;
    shared_.active_moves.clear();
    for (Helper& helper : helpers_)
      helper.thread = std::jthread(
          [&helper, &iterate, depth = leader_.iteration_depth()] { helper.run(depth, iterate); });
    try {
      const Value value = iterate(leader_);
      join();
      return value;
    } catch (...) {
      join();
      throw;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Starting a thread takes as long as some hundred visits.
  static constexpr std::uint64_t least_visited = 2000;

  struct Helper {
    std::unique_ptr<S> searcher;
    std::jthread thread = {};
    std::optional<Clock::time_point> ready = {};

    void run(int depth, const std::function<Value(S& s)>& iterate) {
      searcher->start_iteration(depth);
      ready.reset();
      try {
        iterate(*searcher);
        ready = Clock::now();
      } catch (const Stopped&) {
      } catch (const std::exception&) {  // such as no memory: the leader continues alone
      }
      searcher->flush_visits();
    }
  };

  void join() {
    shared_.stop = true;
    for (Helper& helper : helpers_) helper.thread.join();
    const auto now = Clock::now();
    for (const Helper& helper : helpers_) {
      leader_.stats += helper.searcher->counted();
      if (!helper.ready) continue;
      const std::chrono::nanoseconds waited = now - *helper.ready;
      leader_.stats.waiting += static_cast<std::uint64_t>(waited.count());
    }
  }

  S& leader_;
  SharedSearch shared_;
  std::vector<Helper> helpers_;
};

}  // namespace plylab::search
