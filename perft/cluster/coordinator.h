// Who counts which unit: threads and ranks take units from a dispenser, other ranks by way of rank
// 0, which owns the work.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "perft/cluster/plan.h"
#include "perft/cluster/ranks.h"

namespace plylab::perft::cluster {

/// Receives a finished unit and its origin. Any thread may call it.
using TakeUnit = std::function<void(Unit unit, const Origin& origin)>;

/// Gives out each unit once, and takes back finished ones. A taker is a rank or one or more
/// threads. Each taker has its own contiguous range, by share_of(), so that its units are
/// neighbours; when the range is finished, it gets the second half of the longest one left.
class Dispenser {
 public:
  /// `work` returns the records of a unit, and `finished` stores a finished one; only one thread at
  /// a time calls them. No unit is given out once `stop`, which may be null, is set.
  Dispenser(std::vector<std::size_t> units, std::size_t takers, const std::atomic<bool>* stop,
            std::function<Bytes(std::size_t unit)> work, TakeUnit finished);

  /// The next unit for a taker; none if all have been given out, or after an error, also of `work`.
  std::optional<UnitWork> next(std::size_t taker);

  /// Takes back a finished unit.
  void take(Unit unit, const Origin& origin);

  /// Stores the first error, and gives out no more units.
  void fail(std::exception_ptr failure);

  /// Throws the stored error, if any. Call it when all takers have ended.
  void check() const;

  /// The share of units that have been taken back.
  double share() const { return static_cast<double>(done_) / static_cast<double>(units_.size()); }
  bool is_done() const { return done_ == units_.size(); }

 private:
  const std::vector<std::size_t> units_;
  const std::atomic<bool>* const stop_;
  const std::function<Bytes(std::size_t)> work_;
  const TakeUnit finished_;
  std::mutex mutex_;           // guards the members below
  std::vector<Range> ranges_;  // of indices in units_, by taker
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

/// Rank 0. The other ranks wait for a plan; the destructor releases them if none was sent.
class Coordinator {
 public:
  /// `ranks` may be null: then there are no workers.
  explicit Coordinator(std::unique_ptr<Ranks> ranks) : ranks_(std::move(ranks)) {}
  ~Coordinator();
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  /// Sends the plan to the workers. Call it once.
  void start(const Plan& plan);

  /// The number of ranks, including rank 0.
  std::size_t size() const;

  /// The number of ranks on this machine.
  int neighbours() const;

  /// Gives out units by rank and takes them back, until all workers have left.
  void serve(Dispenser& dispenser);

 private:
  std::unique_ptr<Ranks> ranks_;
  bool started_ = false;
};

/// A unit, and what has counted it.
struct FinishedUnit {
  Unit unit = {};
  Origin origin = {};

  static constexpr Fields<&FinishedUnit::unit, &FinishedUnit::origin> fields = {};
};

/// Another rank. A separate thread requests units in advance, so that no counting thread waits for
/// a message.
class Worker {
 public:
  /// Waits for the plan.
  explicit Worker(Ranks& ranks);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// The plan; none if there is nothing to do.
  const std::optional<Plan>& plan() const { return plan_; }

  /// The next unit to count; none if no units are left. Any thread may call next() and take().
  std::optional<UnitWork> next();
  void take(const Unit& unit, const Origin& origin);

 private:
  void ask_for_units();
  std::size_t wanted() const;

  Ranks& ranks_;
  std::optional<Plan> plan_;
  std::mutex mutex_;            // guards the members below
  std::deque<UnitWork> units_;  // to be counted
  std::condition_variable few_left_, arrived_;
  std::size_t waiting_ = 0;             // threads waiting for units
  std::vector<FinishedUnit> finished_;  // not yet sent to rank 0
  std::size_t taken_ = 0;               // number of units finished
  std::chrono::steady_clock::time_point begin_;
  bool is_over_ = false;  // there are no more units
  bool leaves_ = false;
  std::exception_ptr failure_;
  std::jthread messenger_;  // the first call of next() starts it
};

}  // namespace plylab::perft::cluster
