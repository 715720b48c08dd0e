// Divides a perft among threads below the root.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/position.h"
#include "perft/walk/job.h"
#include "perft/walk/table.h"
#include "perft/walk/table_walk.h"
#include "perft/walk/tasks.h"
#include "perft/walk/walk.h"

namespace plylab::perft {

/// One root move's share of a perft.
template <class Move, class Total>
struct Branch {
  Move move;
  Total total;
  bool complete;  ///< false if stopped early: the total is then partial
};

/// The work of one thread.
struct ThreadShare {
  Count leaves;
  double seconds = 0;  ///< wall time until it found no more work
  TableUse table;
};

/// A divide's result.
template <class Move, class Total>
struct Division {
  std::vector<Branch<Move, Total>> branches;
  std::vector<ThreadShare> threads;  ///< empty up to depth 1, which is not divided
  Total at_root = {};  ///< one path at depth 0; leaves.early(), if the game is over at the root
};

namespace detail {

inline Count leaves_of(const Count& total) { return total; }
inline Count leaves_of(const FullAndEarly& total) { return total.full + total.early; }
inline Count leaves_of(const auto& total) { return leaves_of(total.leaves); }

/// Adds a path of full length that has no last move.
inline void add_path(Count& total) { total += 1; }
inline void add_path(FullAndEarly& total) { total.full += 1; }
inline void add_path(auto& total) { add_path(total.leaves); }

/// The least number of tasks: many more than threads, for an even load.
inline std::size_t enough_tasks(int threads) {
  return std::max<std::size_t>(512, 64 * static_cast<std::size_t>(threads));
}

/// About the largest number of merged tasks, which take some 300 bytes each. The deeper the ply at
/// which all equal positions are merged, the fewer are left for a table to find: startpos perft(9)
/// with 64 MiB takes 30 s of processor time with 822 518 tasks, and 51 s with the 72 078 of a ply
/// above.
constexpr double most_merged_tasks = 1 << 20;

/// How a divide counts below a task. One virtual call a task, so that the rest is compiled only
/// once for each type of total.
template <Position P, class Total>
class WalkBelow {
 public:
  /// Called first, with the number of tasks, and with `growth`, the ratio of positions between
  /// successive plies.
  virtual void expect(std::size_t tasks, double growth, int depth) const = 0;
  /// The smallest depth at which the walk looks totals up in a table; none without a table.
  virtual std::optional<int> lowest() const = 0;
  virtual Total operator()(P& position, int depth, const std::atomic<bool>& stop,
                           TableUse& use) const = 0;

 protected:
  ~WalkBelow() = default;
};

/// Walks below a task without a table.
template <Position P, Leaves<P> L>
class PlainWalk final : public WalkBelow<P, typename L::Total> {
 public:
  explicit PlainWalk(const L& leaves) : leaves_(leaves) {}

  void expect(std::size_t, double, int) const override {}
  std::optional<int> lowest() const override { return std::nullopt; }
  typename L::Total operator()(P& position, int depth, const std::atomic<bool>& stop,
                               TableUse&) const override {
    return walk(position, depth, leaves_, stop);
  }

 private:
  const L& leaves_;
};

/// Walks below a task with a table.
template <Position P, Leaves<P> L, Identity identity>
class TableWalk final : public WalkBelow<P, typename L::Total> {
 public:
  using Totals = Table<P, typename L::Total, identity>;

  TableWalk(const L& leaves, Totals& table) : leaves_(leaves), table_(table) {}

  /// Limits the table to a third of the totals expected below the tasks, if each ply has `growth`
  /// times as many different positions as the one above. The tasks have many of them in common, and
  /// touching new memory costs more than counting the least valuable totals again.
  void expect(std::size_t tasks, double growth, int depth) const override {
    double positions = static_cast<double>(tasks), sum = 0;
    for (int below = depth - 1; below >= least; --below) sum += positions *= growth;
    table_.expect(sum / 3);
  }
  std::optional<int> lowest() const override { return least; }
  typename L::Total operator()(P& position, int depth, const std::atomic<bool>& stop,
                               TableUse& use) const override {
    return walk_with_table(position, depth, leaves_, stop, least, table_, use);
  }

 private:
  static constexpr int least = lowest_probed<P, L>();

  const L& leaves_;
  Totals& table_;
};

/// The tasks of a divide.
template <Position P>
struct DividedTasks {
  Tasks<P> tasks;
  int below;         ///< the plies left to walk
  double growth;     ///< ratio of different positions between successive plies
  double branching;  ///< moves in a position

  /// About how many paths the tasks have.
  double leaves() const {
    return static_cast<double>(tasks.all().size()) * std::pow(branching, below);
  }
};

/// Descends from the root until there are enough tasks. The root's children must be at least a ply
/// above the horizon. With a table, `lowest` is the smallest depth of its totals: a position that
/// several paths reach is then one task, and the tasks are as many as most_merged_tasks allows. If
/// the job is stopped, returns the tasks so far.
template <Position P>
DividedTasks<P> divided_tasks(const P& root, const Job& job, std::optional<int> lowest) {
  Tasks<P> at_ply(root, lowest.has_value());
  const auto& tasks = at_ply.all();
  int below = job.depth - 1;
  // Averaged over two plies, because one side may have many more moves than the other. Above the
  // root are numbers as if all moved as freely.
  double above = 1, far_above = 1 / static_cast<double>(tasks.size());
  double moves_above = at_ply.moves();
  const auto growth = [&] { return std::sqrt(static_cast<double>(tasks.size()) / far_above); };
  const auto goes_deeper = [&] {
    if (tasks.empty() || job.is_stopped()) return false;
    if (below > 3 && tasks.size() < enough_tasks(job.threads)) return true;
    // Where most positions are met again, a table merges them as well, and in all threads.
    constexpr double still_grows = 2;
    return lowest && below > *lowest + 1 && growth() > still_grows &&
           static_cast<double>(tasks.size()) * growth() < most_merged_tasks;
  };
  for (; goes_deeper(); --below) {
    far_above = std::exchange(above, static_cast<double>(tasks.size()));
    moves_above = at_ply.moves();
    at_ply.deepen();
  }
  const double last_growth = growth();  // before the tasks are moved
  const double branching = std::sqrt(moves_above * at_ply.moves());
  return {std::move(at_ply), below, last_growth, branching};
}

/// The results of the tasks.
struct CountedTasks {
  std::vector<char> finished;  ///< by task
  std::vector<ThreadShare> threads;
};

/// Calls count(task, stop, use), which returns the leaves found, for all tasks on that many
/// threads, until the job is stopped. Throws InputError if the system cannot start the threads.
/// Rethrows an exception of count() other than Stopped after all threads have ended.
CountedTasks count_tasks(std::size_t tasks, const Job& job, int threads,
                         const std::function<Count(std::size_t task, const std::atomic<bool>& stop,
                                                   TableUse& use)>& count);

}  // namespace detail

/// divide(d): counts below each root move, using the job's depth, threads, stop and progress. The
/// walk's table must be empty.
template <Position P, Leaves<P> L>
auto divide(const P& root, const L& leaves, const Job& job,
            const detail::WalkBelow<P, typename L::Total>& walk_below) {
  assert(job.depth >= 0 && job.threads >= 1);
  using Total = typename L::Total;
  Division<typename P::Move, Total> result;
  if (job.depth == 0) {
    detail::add_path(result.at_root);
    return result;
  }
  auto& branches = result.branches;
  for (const auto move : root.generate()) branches.push_back({move, Total{}, true});
  if constexpr (EarlyLeaves<L>)
    if (branches.empty()) result.at_root = leaves.early();
  if (job.depth == 1) {
    for (auto& branch : branches) branch.total = leaves.one(root, branch.move);
    return result;
  }

  const detail::DividedTasks<P> divided = detail::divided_tasks(root, job, walk_below.lowest());
  const auto& tasks = divided.tasks.all();
  walk_below.expect(tasks.size(), divided.growth, divided.below);
  std::vector<Total> totals(tasks.size());
  // Starting a team of threads takes milliseconds.
  constexpr double worth_a_team = 1 << 18;  // leaves
  detail::CountedTasks counted =
      detail::count_tasks(tasks.size(), job, divided.leaves() < worth_a_team ? 1 : job.threads,
                          [&](std::size_t t, const std::atomic<bool>& stop, TableUse& use) {
                            P position = tasks[t].position;
                            totals[t] = walk_below(position, divided.below, stop, use);
                            return detail::leaves_of(totals[t]) * tasks[t].multiplicity();
                          });
  result.threads = std::move(counted.threads);

  for (std::size_t t = 0; t < tasks.size(); ++t)
    for (const Paths& paths : tasks[t].paths) {
      Total total = totals[t];
      branches[paths.branch].total += (total *= paths.count);
      branches[paths.branch].complete &= static_cast<bool>(counted.finished[t]);
    }
  if constexpr (EarlyLeaves<L>)
    for (const Paths& paths : divided.tasks.left_behind()) {
      Total total = leaves.early();
      branches[paths.branch].total += (total *= paths.count);
    }
  return result;
}

}  // namespace plylab::perft
