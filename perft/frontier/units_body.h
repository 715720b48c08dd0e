// The body of count_units(), compiled once for each game.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gen/base/parallel.h"
#include "perft/frontier/frontier_body.h"
#include "perft/frontier/units.h"
#include "perft/walk/chosen_walk.h"

namespace plylab::perft {
namespace detail {

/// Counts below a position of the frontier; returns the counts of the total.
template <class P>
using CountBelow =
    std::function<void(P& position, const std::atomic<bool>& stop, std::vector<Count>& counts)>;

/// Implements this with a walk of perft/walk/divide.h. It runs once for each frontier position, so
/// that it need not be inlined, and little code is compiled for each of the many walks.
template <class P, class Total>
CountBelow<P> count_by(const detail::WalkBelow<P, Total>& walk_below, int depth) {
  return
      [&walk_below, depth](P& position, const std::atomic<bool>& stop, std::vector<Count>& counts) {
        TableUse use;
        const auto total = walk_below(position, depth, stop, use);
        for_each_count(total, [&](Count count) { counts.push_back(count); });
      };
}

template <Position P>
Unit count_unit(const UnitWork& work, const P& root, const UnitJob& job,
                const CountBelow<P>& count_below) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const RecordLayout layout{sizeof(typename P::Packed),
                            static_cast<std::size_t>(job.ply) * sizeof(typename P::Move),
                            job.branches};
  std::vector<BranchCounts> branches(job.branches);
  for (std::size_t branch = 0; branch < branches.size(); ++branch) branches[branch].branch = branch;
  Unit unit{.number = work.number, .records = sha256_of(work.records)};
  std::vector<Count> counts;
  const unsigned char* const end = work.records.data() + work.records.size();
  for (const unsigned char* at = work.records.data(); at != end; at = end_of(at, layout)) {
    P position = position_of(at, layout, root);
    counts.clear();
    count_below(position, job.how.stop_flag(), counts);
    unit.positions.insert(unit.positions.end(), counts.begin(), counts.end());
    for (const Paths& paths : paths_of(at, layout))
      add_times(paths.count, counts, branches[paths.branch].counts);
  }
  std::erase_if(branches, [](const BranchCounts& branch) { return branch.counts.empty(); });
  unit.branches = std::move(branches);
  unit.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return unit;
}

/// Counts units, one after another, in each thread.
template <Position P>
void count_in_threads(const P& root, const UnitJob& job, std::string_view kernel,
                      const CountBelow<P>& count_below) {
  std::atomic<bool> failed = false;
  const auto goes_on = [&] { return !failed && !job.how.is_stopped(); };
  in_parallel(static_cast<std::size_t>(job.how.threads), job.how.threads, nullptr,
              [&](std::size_t, std::size_t) {
                try {
                  while (goes_on())
                    if (const auto work = job.next())
                      job.take(count_unit(*work, root, job, count_below), kernel);
                    else
                      break;
                } catch (const Stopped&) {  // a later run will count the unit
                } catch (...) {
                  failed = true;
                  throw;
                }
              });
}

}  // namespace detail

/// Counts units of a frontier below `start` until none is left or the stop flag is set. Throws
/// InputError for a generator or kernel that does not exist or that this CPU cannot run, for
/// statistics in a game that has none, and if memory or threads cannot be allocated. Passes on
/// exceptions of job.next and job.take.
template <Game G>
void count_units(const typename G::Start& start, const UnitJob& job) {
  with_generator<G>(job.how.generator, job.how.kernel, [&](const auto& generator) {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    using P = typename WalkedBoard<Board>::type;
    const P root = Board(start);
    detail::with_leaves<G>(job.how, [&](const auto& leaves) {
      detail::with_walk<P>(leaves, job.how, [&](const auto& walk, auto) {
        detail::count_in_threads(root, job, generator.kernel,
                                 detail::count_by(walk, job.how.depth));
      });
    });
    return true;  // the caller needs some value
  });
}

}  // namespace plylab::perft
