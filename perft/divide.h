// The OpenMP driver: divides a perft among threads below the root.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#include "gen/position.h"
#include "perft/walk.h"

namespace plylab::perft {

/// How a divide is run. The result never depends on it.
struct Driver {
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called after each finished task, by one thread at a time: the share done and the leaves.
  std::function<void(double share, Count leaves)> progress;
};

/// One root move's share of a perft.
template <class Move, class Total>
struct Branch {
  Move move;
  Total total;
  bool complete;  ///< false: stopped early, the total holds what was finished by then
};

namespace detail {

inline Count leaves_of(const Count& total) { return total; }
inline Count leaves_of(const auto& total) { return total.leaves; }

template <class P>
struct Task {
  P position;
  std::size_t branch;
};

/// Splits every task into its moves.
template <Position P>
std::vector<Task<P>> expand(std::vector<Task<P>> tasks) {
  std::vector<Task<P>> children;
  for (Task<P>& task : tasks)
    for (const auto move : task.position.generate()) {
      children.push_back(task);
      children.back().position.make(move);
    }
  return children;
}

}  // namespace detail

/// For each root move the walk below it: divide(d). depth is at least 1.
template <Position P, Leaves<P> L>
auto divide(const P& root, int depth, const L& leaves, const Driver& driver) {
  using Total = typename L::Total;
  constexpr std::size_t enough_tasks = 512;  // for an even load on any desk machine
  static constexpr std::atomic<bool> never = false;
  const std::atomic<bool>& stop = driver.stop ? *driver.stop : never;

  std::vector<Branch<typename P::Move, Total>> branches;
  for (const auto move : root.generate()) branches.push_back({move, Total{}, true});
  if (depth <= 1) {
    for (auto& branch : branches) branch.total = leaves.one(root, branch.move);
    return branches;
  }

  std::vector<detail::Task<P>> tasks;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    tasks.push_back({root, b});
    tasks.back().position.make(branches[b].move);
  }
  int below = depth - 1;
  for (; below > 3 && tasks.size() < enough_tasks && !tasks.empty(); --below)
    tasks = detail::expand(std::move(tasks));

  std::vector<Total> totals(tasks.size());
  std::vector<char> finished(tasks.size(), false);
  std::size_t done = 0;
  Count counted;
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic) num_threads(std::max(1, driver.threads))
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    if (stop.load(std::memory_order_relaxed)) continue;
    try {
      P position = tasks[t].position;
      totals[t] = walk(position, below, leaves, stop);
      finished[t] = true;
    } catch (const Stopped&) {
      continue;
    } catch (...) {
#pragma omp critical(plylab_perft)
      failure = std::current_exception();
    }
    if (driver.progress) {
#pragma omp critical(plylab_perft)
      {
        counted += detail::leaves_of(totals[t]);
        driver.progress(static_cast<double>(++done) / static_cast<double>(tasks.size()), counted);
      }
    }
  }
  if (failure) std::rethrow_exception(failure);

  for (std::size_t t = 0; t < tasks.size(); ++t) {
    branches[tasks[t].branch].total += totals[t];
    branches[tasks[t].branch].complete &= static_cast<bool>(finished[t]);
  }
  return branches;
}

}  // namespace plylab::perft
