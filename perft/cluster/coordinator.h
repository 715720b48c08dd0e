// Rank 0, which owns the work, and the other ranks, which request units from it.
#pragma once

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

#include "perft/cluster/dispenser.h"
#include "perft/cluster/plan.h"
#include "perft/cluster/ranks.h"

namespace plylab::perft::cluster {

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
  std::size_t waiting_ = 0;      // threads waiting for units
  std::vector<Bytes> finished_;  // encoded units not yet sent to rank 0
  std::size_t taken_ = 0;        // number of units finished
  std::chrono::steady_clock::time_point begin_;
  bool is_over_ = false;  // there are no more units
  bool leaves_ = false;
  std::exception_ptr failure_;
  std::jthread messenger_;  // the first call of next() starts it
};

}  // namespace plylab::perft::cluster
