// Who counts which unit: shared by threads, processes, parts and ranks.
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

/// Receives a finished unit and who counted it. Any thread may call it.
using TakeUnit = std::function<void(Unit unit, const Origin& origin)>;

/// Hands out each of some units once, and takes them back finished. Each taker has a range of its
/// own in order, as share_of() says, so that it has neighbours; when that is done it gets the
/// second half of the longest one left. A thread or a rank is a taker; threads may share one.
class Dispenser {
 public:
  /// `work` gives the records of a unit, and `finished` keeps one; both are called by one thread at
  /// a time. No more is handed out once `stop`, if there is one, goes up.
  Dispenser(std::vector<std::size_t> units, std::size_t takers, const std::atomic<bool>* stop,
            std::function<Bytes(std::size_t unit)> work, TakeUnit finished);

  /// The next unit for a taker; none if all are handed out, or after an error.
  std::optional<UnitWork> next(std::size_t taker);

  /// Takes a finished unit back.
  void take(Unit unit, const Origin& origin);

  /// Stores the first error, and hands out no more units.
  void fail(std::exception_ptr failure);

  /// Throws the stored error, if any. Call it when all takers have ended.
  void check() const;

  /// The share of all units that has been taken back.
  double share() const { return static_cast<double>(done_) / static_cast<double>(units_.size()); }
  bool is_done() const { return done_ == units_.size(); }

 private:
  const std::vector<std::size_t> units_;
  const std::atomic<bool>* const stop_;
  const std::function<Bytes(std::size_t)> work_;
  const TakeUnit finished_;
  std::mutex mutex_;           // guards what follows
  std::vector<Range> ranges_;  // of places in units_, by taker
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace plylab::perft::cluster
