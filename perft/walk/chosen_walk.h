// Chooses a job's type of leaves, and its walk, with or without a table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "gen/base/input_error.h"
#include "gen/game/game.h"
#include "perft/walk/divide.h"
#include "perft/walk/last_move_kinds.h"

namespace plylab::perft::detail {

/// Calls use(leaves) with the leaves of the job's mode and returns its result. Throws InputError
/// for statistics in a game that has none.
template <Game G>
auto with_leaves(const Job& job, auto&& use) {
  const bool early_leaves = job.early_leaves.value_or(counts_early_leaves<G>());
  if (job.mode == Mode::statistics) {
    if constexpr (requires { typename G::MoveKinds; })
      return use(Classify<typename G::MoveKinds>{early_leaves});
    else
      throw InputError(std::string(G::name) + " has no statistics");
  }
  if (job.mode == Mode::unbulked) return use(Unbulked{early_leaves});
  return early_leaves ? use(BulkWithEarly{}) : use(Bulk{});
}

/// Calls use(walk, capacity) and returns its result; `capacity` is that of the table, none without
/// one.
template <Position P, Leaves<P> L>
auto with_walk(const L& leaves, const Job& job, auto&& use) {
  using Total = typename L::Total;
  const auto by = [&](const WalkBelow<P, Total>& walk, std::optional<std::size_t> capacity) {
    return use(walk, capacity);
  };
  const auto with_table = [&]<Identity identity> {
    using Totals = Table<P, Total, identity>;
    Totals table(job.hash_bytes());
    return by(TableWalk<P, L, identity>(leaves, table), table.capacity());
  };
  if (job.hash_mib == 0) return by(PlainWalk<P, L>(leaves), std::nullopt);
  return job.exact ? with_table.template operator()<Identity::exact>()
                   : with_table.template operator()<Identity::key>();
}

}  // namespace plylab::perft::detail
