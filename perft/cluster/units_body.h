// The body of count_units(), compiled once for each game.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "gen/input_error.h"
#include "gen/parallel.h"
#include "perft/cluster/frontier_body.h"
#include "perft/cluster/units.h"
#include "perft/divide.h"
#include "perft/statistics.h"

namespace plylab::perft::cluster {
namespace detail {

/// Counts units, one after another, in each thread.
template <class Total, Position P>
class UnitCounter {
 public:
  UnitCounter(const P& root, const FrontierFile& frontier, const UnitJob& job)
      : root_(root), frontier_(frontier), job_(job) {}

  /// `walk_below` is one of the walks of perft/divide.h.
  void run(const auto& walk_below) const {
    const auto threads = static_cast<std::size_t>(job_.threads);
    std::atomic<bool> failed = false;
    in_parallel(threads, job_.threads, nullptr, [&](std::size_t, std::size_t) {
      try {
        while (!failed && !is_stopped())
          if (const auto number = job_.next())
            job_.take(count(*number, walk_below));
          else
            break;
      } catch (const Stopped&) {  // the unit is left to another run
      } catch (...) {
        failed = true;
        throw;
      }
    });
  }

 private:
  bool is_stopped() const { return job_.stop != nullptr && *job_.stop; }

  Unit count(std::size_t number, const auto& walk_below) const {
    using Clock = std::chrono::steady_clock;
    static constexpr std::atomic<bool> never = false;
    const std::atomic<bool>& stop = job_.stop ? *job_.stop : never;
    const auto start = Clock::now();
    std::vector<Total> totals(frontier_.root_moves.size());
    std::vector<char> reached(totals.size(), false);
    TableUse use;
    const std::size_t first = number * job_.blocks;
    for (std::size_t i = first; i < std::min(first + job_.blocks, frontier_.blocks()); ++i)
      for (RecordReader reader = frontier_.read(i); !reader.at_end(); reader.advance()) {
        P position = position_of(reader.record(), frontier_.layout, root_);
        const Total below = walk_below(position, job_.depth, stop, use);
        for (const Paths& paths : paths_of(reader.record(), frontier_.layout)) {
          Total total = below;
          totals[paths.branch] += (total *= paths.count);
          reached[paths.branch] = true;
        }
      }
    Unit unit{number, {}, std::chrono::duration<double>(Clock::now() - start).count()};
    for (std::size_t branch = 0; branch < totals.size(); ++branch) {
      if (!reached[branch]) continue;
      unit.branches.push_back({branch, {}});
      for_each_count(totals[branch],
                     [&](Count count) { unit.branches.back().counts.push_back(count); });
    }
    return unit;
  }

  const P& root_;
  const FrontierFile& frontier_;
  const UnitJob& job_;
};

template <Identity identity, class L, Position P>
void count_with_table(const L& leaves, const P& root, const FrontierFile& frontier,
                      const UnitJob& job) {
  using Totals = Table<P, typename L::Total, identity>;
  Totals table(job.hash_mib << 20);
  UnitCounter<typename L::Total, P>(root, frontier, job)
      .run(perft::detail::TableWalk<L, Totals>{leaves, table});
}

template <class L, Position P>
void count_below(const L& leaves, const P& root, const FrontierFile& frontier, const UnitJob& job) {
  if (job.hash_mib == 0)
    UnitCounter<typename L::Total, P>(root, frontier, job).run(perft::detail::PlainWalk<L>{leaves});
  else if (job.exact)
    count_with_table<Identity::exact>(leaves, root, frontier, job);
  else
    count_with_table<Identity::key>(leaves, root, frontier, job);
}

}  // namespace detail

/// Counts units of the frontier that was found below `start` until there is no more, or job.stop is
/// up. Throws InputError for a generator or kernel that does
/// not exist or that this CPU cannot run, for statistics of a game that has none, and if memory or
/// threads are not to be had; and what job.next and job.take throw.
template <Game G>
void count_units(const typename G::Start& start, const FrontierFile& frontier, const UnitJob& job) {
  with_generator<G>(job.generator, job.kernel, [&](const auto& generator) {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    const typename WalkedBoard<Board>::type root = Board(start);
    if (job.statistics) {
      if constexpr (requires { typename G::MoveKinds; })
        detail::count_below(Classify<typename G::MoveKinds>{job.with_higher}, root, frontier, job);
      else
        throw InputError(std::string(G::name) +
                         ": its moves are of no kinds that statistics count");
    } else if (job.with_higher) {
      detail::count_below(BulkWithHigher{}, root, frontier, job);
    } else {
      detail::count_below(Bulk{}, root, frontier, job);
    }
    return true;  // it wants a value
  });
}

}  // namespace plylab::perft::cluster
