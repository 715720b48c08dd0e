// Rank 0, which has the work, and the other ranks, which ask it for units.
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

/// Rank 0. The other ranks wait for a plan, and are released in the end in any case.
class Coordinator {
 public:
  /// `ranks` may be none: then there are no workers.
  explicit Coordinator(std::unique_ptr<Ranks> ranks) : ranks_(std::move(ranks)) {}
  ~Coordinator();
  Coordinator(const Coordinator&) = delete;
  Coordinator& operator=(const Coordinator&) = delete;

  /// Sends the plan to the workers; once.
  void start(const Plan& plan);

  /// How many ranks there are, rank 0 included.
  std::size_t size() const;

  /// How many of them are on this machine.
  int neighbours() const;

  /// Hands out units by rank and takes them back, until all workers have left.
  void serve(Dispenser& dispenser);

 private:
  std::unique_ptr<Ranks> ranks_;
  bool started_ = false;
};

/// Another rank. A thread of its own asks for units before they are needed, so that no thread waits
/// for a message.
class Worker {
 public:
  /// Waits for the plan.
  explicit Worker(Ranks& ranks);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// None if there is nothing to do.
  const std::optional<Plan>& plan() const { return plan_; }

  /// Any thread may call these.
  std::optional<UnitWork> next();
  void take(const Unit& unit, const Origin& origin);

 private:
  void ask_for_units();
  std::size_t wanted() const;

  Ranks& ranks_;
  std::optional<Plan> plan_;
  std::mutex mutex_;            // guards what follows
  std::deque<UnitWork> units_;  // to be counted
  std::condition_variable few_left_, arrived_;
  std::size_t waiting_ = 0;      // threads, for units
  std::vector<Bytes> finished_;  // units that rank 0 does not have yet, encoded
  std::size_t taken_ = 0;        // all that were finished
  std::chrono::steady_clock::time_point begin_;
  bool is_over_ = false;  // there are no more units
  bool leaves_ = false;
  std::exception_ptr failure_;
  std::jthread messenger_;  // the first call of next() starts it
};

}  // namespace plylab::perft::cluster
