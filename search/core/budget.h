// Limits of a search, and the clock that watches them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "gen/base/fields.h"
#include "search/base/value.h"
#include "search/core/lockstep.h"

namespace plylab::search {

/// When to end a search early. Depth and nodes are deterministic, time is not.
struct Limits {
  int depth = max_ply - 1;                                          ///< from 1 to this
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< quiescence included
  double seconds = std::numeric_limits<double>::infinity();
  /// End once an iteration has found a mate within its depth, which is then the shortest; with
  /// selective switches, which may overlook a shorter one, within half its depth.
  bool until_mate = false;
  const std::atomic<bool>* stop = nullptr;  ///< set by the caller

  static constexpr Fields<&Limits::depth, &Limits::nodes, &Limits::seconds> fields = {};
  static constexpr Fields<&Limits::until_mate, &Limits::stop> unstored = {};
};

/// Thrown by a search when a limit is reached.
struct Stopped {};

/// Thrown by a search that would exceed its memory limit, which what() states.
class OutOfMemory : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Counts visits against the limits.
class Budget {
 public:
  explicit Budget(Limits limits) : limits_(limits) { schedule_poll(limits_.nodes); }

  const Limits& limits() const { return limits_; }

  /// Positions visited so far, quiescence included. If threads share a count, by all of them; the
  /// latest visits of the others are missing until their next poll.
  std::uint64_t visited() const { return (shared_ ? shared_->load() : polled_) + since_poll(); }

  /// From now on adds to a count shared by several threads, to which the limit applies. The limit
  /// is then no longer exact.
  void share(std::atomic<std::uint64_t>& visited) {
    shared_ = &visited;
    max_nodes_between_polls_ = 1024;  // threads wait for each other after an iteration
  }
  /// From now on each of the thread's turns is so many visits. Nothing has been visited yet.
  void take_turns(Lockstep& turns, std::size_t thread, std::uint64_t visits) {
    turns_ = &turns;
    thread_ = thread;
    nodes_between_polls_ = max_nodes_between_polls_ = visits;
    schedule_poll(limits_.nodes);
  }
  /// From now on stops when `stop` is set.
  void watch(const std::atomic<bool>& stop) { limits_.stop = &stop; }
  /// The thread has been given a turn. Does nothing without lockstep.
  void start_turn() {
    if (!turns_) return;
    flush();
    const std::uint64_t visits = visited();
    schedule_poll(limits_.nodes > visits ? limits_.nodes - visits : 0);
  }
  /// Adds visits that have not been added yet.
  void flush() {
    add_interval(since_poll());
    interval_ = until_poll_ = 0;
  }
  /// Adds visits made elsewhere.
  void add(std::uint64_t visits) {
    flush();
    add_interval(visits);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// One more position. Throws Stopped if a limit is reached.
  void visit() {
    if (until_poll_ == 0) poll();
    --until_poll_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t since_poll() const { return interval_ - until_poll_; }

  void add_interval(std::uint64_t visits) {
    polled_ += visits;
    if (shared_) *shared_ += visits;
  }

  void poll() {
    if (turns_) turns_->pass(thread_);
    add_interval(interval_);
    interval_ = 0;
    const double now = seconds();
    const std::uint64_t visits = visited();
    if (visits >= limits_.nodes || now >= limits_.seconds ||
        (limits_.stop && limits_.stop->load(std::memory_order_relaxed)))
      throw Stopped{};
    const bool is_rare = !turns_ && now - last_poll_ > seconds_between_polls;
    nodes_between_polls_ = is_rare ? nodes_between_polls_ / 4 + 1
                                   : std::min(nodes_between_polls_ * 2, max_nodes_between_polls_);
    last_poll_ = now;
    schedule_poll(limits_.nodes - visits);
  }

  /// Reads the clock about every millisecond: that is usually some thousand nodes, but only a few
  /// while they touch new pages of a table. A node limit is exact.
  void schedule_poll(std::uint64_t nodes_left) {
    interval_ = until_poll_ = std::min(nodes_between_polls_, nodes_left);
  }

  static constexpr double seconds_between_polls = 1e-3;

  Limits limits_;
  std::atomic<std::uint64_t>* shared_ = nullptr;
  Lockstep* turns_ = nullptr;
  std::size_t thread_ = 0;        // whose turn it is
  std::uint64_t polled_ = 0;      // visits before the current interval
  std::uint64_t interval_ = 0;    // visits from one poll to the next
  std::uint64_t until_poll_ = 0;  // of these, how many are left
  std::uint64_t nodes_between_polls_ = 64, max_nodes_between_polls_ = 4096;
  double last_poll_ = 0;  // seconds after the start
  Clock::time_point start_ = Clock::now();
};

}  // namespace plylab::search
