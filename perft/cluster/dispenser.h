// Decides which taker counts which unit, for threads and ranks alike.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "perft/cluster/plan.h"

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

  /// The next unit for a taker; none if all have been given out, or after an error.
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

}  // namespace plylab::perft::cluster
