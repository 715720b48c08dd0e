// The body of run(), compiled once for each game.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <type_traits>

#include "gen/base/input_error.h"
#include "perft/count/run.h"
#include "perft/count/statistics.h"

namespace plylab::perft {
namespace detail {

inline Count early_of(Count) { return 0; }
inline Count early_of(const FullAndEarly& total) { return total.early; }
template <std::size_t N>
Count early_of(const Statistics<N>& total) {
  return total.leaves.early;
}

inline void add_kinds(Result&, const auto&) {}
template <std::size_t N>
void add_kinds(Result& result, const Statistics<N>& total) {
  result.kinds.resize(N);
  for (std::size_t i = 0; i < N; ++i) result.kinds[i] += total.kinds[i];
}

template <class P, class Division>
Result summary(const P& root, const Division& division) {
  Result result;
  for (const auto& branch : division.branches) {
    result.branches.push_back(
        {move_text(root, branch.move), leaves_of(branch.total), early_of(branch.total)});
    result.leaves += result.branches.back().leaves;
    result.early += result.branches.back().early;
    add_kinds(result, branch.total);
    result.complete &= branch.complete;
  }
  result.leaves += leaves_of(division.at_root);
  result.early += early_of(division.at_root);
  std::sort(result.branches.begin(), result.branches.end());
  result.threads = division.threads;
  if (result.threads.empty()) result.threads.resize(1);
  Count shared;
  for (const ThreadShare& share : result.threads) shared += share.leaves;
  result.threads.front().leaves += result.leaves - shared;
  return result;
}

template <Identity identity, class L, class P>
Result count_with_table(const L& leaves, const P& root, const Job& job) {
  Table<P, typename L::Total, identity> table(job.hash_bytes());
  Result result = summary(root, divide(root, leaves, job, table));
  result.table = {table.capacity(), {}};
  for (const ThreadShare& share : result.threads) result.table->use += share.table;
  return result;
}

template <class L, class P>
Result count(const L& leaves, const P& root, const Job& job) {
  if (job.hash_mib == 0) return summary(root, divide(root, leaves, job));
  return job.exact ? count_with_table<Identity::exact>(leaves, root, job)
                   : count_with_table<Identity::key>(leaves, root, job);
}

template <Game G, class P>
Result count_statistics(const P& root, const Job& job, bool early_leaves) {
  if constexpr (requires { typename G::MoveKinds; }) {
    Result result = count(Classify<typename G::MoveKinds>{early_leaves}, root, job);
    result.kinds.resize(
        counted_kinds<typename G::MoveKinds>());  // also where there is no move at all
    return result;
  } else {
    throw InputError(std::string(G::name) + " has no statistics");
  }
}

}  // namespace detail

template <Game G>
Result run(const typename G::Start& position, const Job& job) {
  validate(job);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Result result = with_generator<G>(job.generator, job.kernel, [&](const auto& generator) {
    using Board = typename std::decay_t<decltype(generator)>::Board;
    const typename WalkedBoard<Board>::type root = Board(position);
    const bool early_leaves = job.early_leaves.value_or(counts_early_leaves<G>());
    Result counted = job.mode == Mode::statistics
                         ? detail::count_statistics<G>(root, job, early_leaves)
                     : job.mode == Mode::unbulked ? detail::count(Unbulked{early_leaves}, root, job)
                     : early_leaves               ? detail::count(BulkWithEarly{}, root, job)
                                                  : detail::count(Bulk{}, root, job);
    counted.kernel = generator.kernel;
    return counted;
  });
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace plylab::perft
