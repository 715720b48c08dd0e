// The other threads of a search: each searches the same iteration as the first one.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "gen/base/parallel.h"
#include "search/base/value.h"
#include "search/core/budget.h"
#include "search/core/shared_search.h"

namespace plylab::search {

/// Threads that search beside the leader, the searcher whose result counts. They share results
/// through one table. All search the same root to the same depth; a thread that finishes before the
/// leader waits for it. With the switch ybw only the leader begins at the root; the others join
/// split points and wait between them. When the leader finishes, the others are stopped. The leader
/// is thread 0.
template <class S>
class Helpers {
 public:
  /// A searcher that shares the leader's table, with these limits: the leader's, since it may not
  /// run when they are reached.
  using Make = std::function<std::unique_ptr<S>(const Limits& limits)>;

  Helpers(S& leader, int number, const Make& make) : leader_(leader) {
    if (number <= 0) return;
    if (leader.switches()["lockstep"])
      shared_.lockstep.emplace(static_cast<std::size_t>(number) + 1);
    leader.share(shared_, 0);
    Limits limits = leader.limits();
    limits.stop = &shared_.stop;
    for (std::size_t i = 1; i <= static_cast<std::size_t>(number); ++i) {
      helpers_.push_back({i, make(limits)});
      helpers_.back().searcher->share(shared_, i);
    }
  }

  /// Runs an iteration on all threads, and returns iterate(searcher) of the leader. Throws
  /// OutOfMemory if the system cannot start a thread.
  Value iterate(const std::function<Value(S& s)>& iterate) {
    if (helpers_.empty() || is_too_short()) return iterate(leader_);
    shared_.stop = false;
    shared_.split_points.start_iteration();
    std::optional<OneProcessor> together;
    if (shared_.lockstep) {
      together.emplace();
      shared_.lockstep->enter(0);
    }
    try {
      for (Helper& helper : helpers_) start(helper, iterate);
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

  /// Whether the first iterations are too short to share: starting a thread takes as long as some
  /// hundred visits. In lockstep it takes no time.
  bool is_too_short() const {
    constexpr std::uint64_t min_visited = 2000;
    return leader_.switches()["deepening"] && !shared_.lockstep && leader_.visited() < min_visited;
  }

  struct Helper {
    std::size_t number;
    std::unique_ptr<S> searcher;
    std::jthread thread = {};
    std::chrono::nanoseconds waited{};
    std::optional<Clock::time_point> waits_since = {};

    void wait() { waits_since = Clock::now(); }
    void stop_waiting() {
      if (waits_since) waited += Clock::now() - *waits_since;
      waits_since.reset();
    }
  };

  void start(Helper& helper, const std::function<Value(S& s)>& iterate) {
    helper.waited = {};
    helper.waits_since.reset();
    try {
      helper.thread = std::jthread([this, &helper, &iterate] { run(helper, iterate); });
    } catch (const std::system_error& error) {
      throw OutOfMemory(fmt::format("thread {} cannot be started: {}", helper.number + 1,
                                    error.code().message()));
    }
    if (shared_.lockstep) shared_.lockstep->enter(helper.number);
  }

  void run(Helper& helper, const std::function<Value(S& s)>& iterate) {
    if (shared_.lockstep) shared_.lockstep->wait(helper.number);
    helper.searcher->start_turn();
    try {
      helper.searcher->start_iteration(leader_.iteration_depth());
      if (leader_.switches()["ybw"])
        join_split_points(helper);
      else
        iterate(*helper.searcher);
      helper.wait();
    } catch (const Stopped&) {
    } catch (const std::exception&) {  // such as no memory: the leader continues alone
    }
    helper.searcher->flush_visits();
    if (shared_.lockstep) shared_.lockstep->leave(helper.number);
  }

  void join_split_points(Helper& helper) {
    SplitPoints<S>& points = shared_.split_points;
    while (true) {
      helper.wait();
      const auto point = next_point(helper);
      helper.stop_waiting();
      if (point == nullptr) return;
      try {
        if (helper.searcher->join(*point) > point->alpha) point->improved = true;
        points.remove(point);  // other threads are searching the moves that are left, if any are
      } catch (const Stopped&) {
        if (!point->closed) throw;  // a limit is reached: the leader stops, too
      }
    }
  }

  typename SplitPoints<S>::Point next_point(Helper& helper) {
    SplitPoints<S>& points = shared_.split_points;
    if (!shared_.lockstep) return points.wait();
    while (true) {
      if (const auto point = points.find()) {
        helper.searcher->start_turn();
        return *point;
      }
      shared_.lockstep->pass(helper.number);
    }
  }

  void join() {
    shared_.stop = true;
    shared_.split_points.end_iteration();
    if (shared_.lockstep) shared_.lockstep->leave(0);
    for (Helper& helper : helpers_) {
      if (!helper.thread.joinable()) break;  // this one and those after it were not started
      helper.thread.join();
      helper.stop_waiting();
      const Counters counted = helper.searcher->counted();
      leader_.stats += counted;
      leader_.stats.by_helpers += counted.visited();
      if (!shared_.lockstep)  // there it waits for its turn
        leader_.stats.waiting += static_cast<std::uint64_t>(helper.waited.count());
    }
  }

  S& leader_;
  SharedSearch<S> shared_;
  std::vector<Helper> helpers_;
};

}  // namespace plylab::search
