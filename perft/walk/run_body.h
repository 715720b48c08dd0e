// The body of run(), compiled once for each game.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "perft/walk/chosen_walk.h"
#include "perft/walk/run.h"

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
    result.branches.push_back({move_text(root, branch.move), leaves_of(branch.total),
                               early_of(branch.total), branch.complete});
    result.leaves += result.branches.back().leaves;
    result.early += result.branches.back().early;
    add_kinds(result, branch.total);
    result.complete &= branch.complete;
  }
  result.leaves += leaves_of(division.at_root);
  result.early += early_of(division.at_root);
  add_kinds(result, division.at_root);  // even if there is no move
  std::sort(result.branches.begin(), result.branches.end());
  result.threads = division.threads;
  if (result.threads.empty()) result.threads.resize(1);
  Count shared;
  for (const ThreadShare& share : result.threads) shared += share.leaves;
  result.threads.front().leaves += result.leaves - shared;
  return result;
}

}  // namespace detail

template <Game G>
Result run(const typename G::Start& position, const Job& job) {
  validate(job);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Result result = with_generator<G>(job.generator, job.kernel, [&](const auto& generator) {
    using P = typename WalkedBoard<typename std::decay_t<decltype(generator)>::Board>::type;
    const P root = typename std::decay_t<decltype(generator)>::Board(position);
    Result counted = detail::with_leaves<G>(job, [&](const auto& leaves) {
      return detail::with_walk<P>(
          leaves, job, [&](const auto& walk, std::optional<std::size_t> capacity) {
            Result sums = detail::summary(root, divide(root, leaves, job, walk));
            if (!capacity) return sums;
            sums.table = {job.hash_mib, job.exact, *capacity, {}};
            for (const ThreadShare& share : sums.threads) sums.table->use += share.table;
            return sums;
          });
    });
    counted.kernel = generator.kernel;
    return counted;
  });
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace plylab::perft
