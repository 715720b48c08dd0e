// The counting walk with a transposition table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

#include "perft/count/table.h"
#include "perft/count/walk.h"

namespace plylab::perft {

/// The least depth at which a lookup in the table costs less than counting. Positions that count
/// their last plies faster define their own `lowest_probed`.
template <Position P>
constexpr int lowest_probed() {
  if constexpr (requires { P::lowest_probed; })
    return P::lowest_probed;
  else
    return 2;  // measured on chess
}

/// The same for the units of a frontier. They come in the order of their packed forms: neighbours
/// agree in where one side's men stand, and share most of the positions one ply below, so that a
/// few MiB keep what is looked up again. Where the last three plies are counted at once, the ply
/// above these is all that is worth storing: startpos perft(9) below ply 5 takes 50 s of processor
/// time with 16 MiB, 82 to 90 s with any size if the next ply is stored, too, and 99 s without a
/// table.
template <Position P, Leaves<P> L>
constexpr int lowest_probed_in_units() {
  return std::max(lowest_probed<P>(), GreatGrandchildLeaves<L, P> ? 3 : 0);
}

/// As walk(), with the subtrees below looked up in the table first and stored there afterwards,
/// down to those of depth `lowest`. The sum is the same.
template <Position P, Leaves<P> L, Identity identity>
typename L::Total walk_with_table(P& position, int depth, const L& leaves,
                                  const std::atomic<bool>& stop, int lowest,
                                  Table<P, typename L::Total, identity>& table, TableUse& use) {
  const int below = depth - 1;
  if (below < lowest) return walk(position, depth, leaves, stop);
  if (stop.load(std::memory_order_relaxed)) throw Stopped{};

  // Labels come first, for a handful of children at once: their buckets are on their way from
  // memory together, and a child that is found need not be made a second time.
  constexpr std::size_t handful = 64;
  std::array<typename Table<P, typename L::Total, identity>::Label, handful> labels;
  typename L::Total total{};
  const auto moves = position.generate();
  if constexpr (EarlyLeaves<L>)
    if (moves.empty()) return leaves.early();
  for (auto first = moves.begin(); first != moves.end();) {
    const auto last = first + std::min<std::ptrdiff_t>(handful, moves.end() - first);
    auto label = labels.begin();
    for (auto move = first; move != last; ++move, ++label) {
      const auto undo = position.make(*move);
      *label = table.label(position, below);
      table.prefetch(*label);
      position.unmake(*move, undo);
    }
    label = labels.begin();
    for (; first != last; ++first, ++label) {
      if (const auto found = table.find(*label, use)) {
        total += *found;
        continue;
      }
      const auto undo = position.make(*first);
      const auto counted = walk_with_table(position, below, leaves, stop, lowest, table, use);
      position.unmake(*first, undo);
      table.store(*label, counted, use);
      total += counted;
    }
  }
  return total;
}

}  // namespace plylab::perft
