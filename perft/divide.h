// The OpenMP driver: divides a perft among threads below the root.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/position.h"
#include "perft/frontier.h"
#include "perft/table.h"
#include "perft/table_walk.h"
#include "perft/walk.h"

namespace plylab::perft {

/// How a divide is run. The result never depends on it.
struct Driver {
  int threads = 1;
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
  /// Called after each finished task, by one thread at a time: the share done and the leaves.
  std::function<void(double share, Count leaves)> progress = {};
  bool merge = false;  ///< a position that several paths reach near the root is counted once
};

/// One root move's share of a perft.
template <class Move, class Total>
struct Branch {
  Move move;
  Total total;
  bool complete;  ///< false: stopped early, the total holds what was finished by then
};

/// What one thread did.
struct ThreadShare {
  Count leaves;
  double seconds = 0;  ///< wall time until it found no more work
  TableUse table;
};

/// A divide's result.
template <class Move, class Total>
struct Division {
  std::vector<Branch<Move, Total>> branches;
  std::vector<ThreadShare> threads;  ///< empty at depth 1, where there is nothing to share
  Total at_root = {};                ///< if the game is over there: what leaves.higher() says
};

namespace detail {

inline Count leaves_of(const Count& total) { return total; }
inline Count leaves_of(const FullAndHigher& total) { return total.full + total.higher; }
inline Count leaves_of(const auto& total) { return leaves_of(total.leaves); }

/// Far more tasks than threads, for an even load.
inline std::size_t enough_tasks(int threads) {
  return std::max<std::size_t>(512, 64 * static_cast<std::size_t>(threads));
}

/// Walks below a task without a table.
template <class L>
struct PlainWalk {
  const L& leaves;

  template <Position P>
  void expect(std::size_t, double, int) const {}
  template <Position P>
  auto operator()(P& position, int depth, const std::atomic<bool>& stop, TableUse&) const {
    return walk(position, depth, leaves, stop);
  }
};

/// Walks below a task with a table.
template <class L, class Table>
struct TableWalk {
  const L& leaves;
  Table& table;

  /// Foretells how many totals the table should hold below so many tasks, if each ply has `growth`
  /// times as many different positions as the one above.
  ///
  /// A third of that serves best. The tasks share positions, so that the sum is twice too high; and
  /// to touch memory for the first time, beyond the TLB's reach, costs more than to count the least
  /// worthy totals again (startpos perft(8): 3.9 s with 256 to 384 MiB, 4.8 to 6.4 s with 768).
  template <Position P>
  void expect(std::size_t tasks, double growth, int depth) const {
    double positions = static_cast<double>(tasks), sum = 0;
    for (int below = depth - 1; below >= lowest_probed<P>(); --below) sum += positions *= growth;
    table.expect(sum / 3);
  }
  template <Position P>
  auto operator()(P& position, int depth, const std::atomic<bool>& stop, TableUse& use) const {
    return walk_with_table(position, depth, leaves, stop, table, use);
  }
};

/// divide() by either of the walks.
template <Position P, Leaves<P> L>
auto divide(const P& root, int depth, const L& leaves, const Driver& driver,
            const auto& walk_below) {
  using Total = typename L::Total;
  using Clock = std::chrono::steady_clock;
  static constexpr std::atomic<bool> never = false;
  const std::atomic<bool>& stop = driver.stop ? *driver.stop : never;
  const int threads = std::max(1, driver.threads);

  Division<typename P::Move, Total> result;
  auto& branches = result.branches;
  for (const auto move : root.generate()) branches.push_back({move, Total{}, true});
  if constexpr (HigherLeaves<L>)
    if (branches.empty()) result.at_root = leaves.higher();
  if (depth <= 1) {
    for (auto& branch : branches) branch.total = leaves.one(root, branch.move);
    return result;
  }

  Frontier<P> frontier(root, driver.merge);
  const auto& tasks = frontier.tasks();
  int below = depth - 1;
  double above = 1, far_above = 1;  // how many positions there were one and two plies earlier
  for (; below > 3 && tasks.size() < enough_tasks(threads) && !tasks.empty(); --below) {
    far_above = std::exchange(above, static_cast<double>(tasks.size()));
    frontier.deepen();
  }
  // Over two plies, because one side may have many more moves than the other.
  const double growth = std::sqrt(static_cast<double>(tasks.size()) / far_above);
  walk_below.template expect<P>(tasks.size(), growth, below);

  std::vector<Total> totals(tasks.size());
  std::vector<char> finished(tasks.size(), false);
  std::size_t done = 0;
  Count counted;
  std::exception_ptr failure;
  require_threads(threads);
  const auto start = Clock::now();
#pragma omp parallel num_threads(threads)
  {
#pragma omp single
    result.threads.resize(static_cast<std::size_t>(omp_get_num_threads()));
    ThreadShare share;
#pragma omp for schedule(dynamic) nowait
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      if (stop.load(std::memory_order_relaxed)) continue;
      try {
        P position = tasks[t].position;
        totals[t] = walk_below(position, below, stop, share.table);
        finished[t] = true;
        const Count found = leaves_of(totals[t]) * tasks[t].multiplicity();
        share.leaves += found;
        if (driver.progress) {
#pragma omp critical(plylab_perft)
          driver.progress(static_cast<double>(++done) / static_cast<double>(tasks.size()),
                          counted += found);
        }
      } catch (const Stopped&) {
        continue;
      } catch (...) {
#pragma omp critical(plylab_perft)
        failure = std::current_exception();
      }
    }
    share.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result.threads[static_cast<std::size_t>(omp_get_thread_num())] = share;
  }
  if (failure) std::rethrow_exception(failure);

  for (std::size_t t = 0; t < tasks.size(); ++t)
    for (const Paths& paths : tasks[t].paths) {
      Total total = totals[t];
      branches[paths.branch].total += (total *= paths.count);
      branches[paths.branch].complete &= static_cast<bool>(finished[t]);
    }
  if constexpr (HigherLeaves<L>)
    for (const Paths& paths : frontier.left_behind()) {
      Total total = leaves.higher();
      branches[paths.branch].total += (total *= paths.count);
    }
  return result;
}

}  // namespace detail

/// For each root move the walk below it: divide(d). depth is at least 1.
template <Position P, Leaves<P> L>
auto divide(const P& root, int depth, const L& leaves, const Driver& driver) {
  assert(depth >= 1 && driver.threads >= 1);
  return detail::divide(root, depth, leaves, driver, detail::PlainWalk<L>{leaves});
}

/// The same with a transposition table, still empty, for all threads.
template <Position P, Leaves<P> L, Identity identity>
auto divide(const P& root, int depth, const L& leaves, const Driver& driver,
            Table<P, typename L::Total, identity>& table) {
  return detail::divide(root, depth, leaves, driver,
                        detail::TableWalk<L, Table<P, typename L::Total, identity>>{leaves, table});
}

}  // namespace plylab::perft
