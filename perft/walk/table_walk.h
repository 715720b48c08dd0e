// The counting walk with a transposition table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

#include "perft/walk/table.h"
#include "perft/walk/walk.h"

namespace plylab::perft {

/// The smallest depth at which a table lookup costs less than counting. Positions that count their
/// last plies faster define their own `lowest_probed`.
///
/// Walks begin at the positions of a ply in the order of their packed forms (Tasks, the units
/// of a frontier): neighbours have the men of one side on the same squares, and share most of
/// their children. So a table of a few MiB is enough to find these children again. Where the last
/// three plies are counted at once, only totals of depth 3 and above are worth storing: startpos
/// perft(9) below ply 5 takes 50 s of processor time with 16 MiB; 82 to 90 s, whatever the size, if
/// totals of depth 2 are stored, too; 99 s without a table.
template <Position P, Leaves<P> L>
constexpr int lowest_probed() {
  if constexpr (requires { P::lowest_probed; })
    return P::lowest_probed;
  else if constexpr (GreatGrandchildLeaves<L, P>)
    return 3;
  else
    return 2;  // measured on chess
}

/// As walk(), but looks up subtrees down to depth `lowest` in the table first, and stores them
/// there afterwards. The sum is the same.
template <Position P, Leaves<P> L, Identity identity>
typename L::Total walk_with_table(P& position, int depth, const L& leaves,
                                  const std::atomic<bool>& stop, int lowest,
                                  Table<P, typename L::Total, identity>& table, TableUse& use) {
  const int below = depth - 1;
  if (below < lowest) return walk(position, depth, leaves, stop);
  if (stop.load(std::memory_order_relaxed)) throw Stopped{};

  // Computes the labels of several children first, so that their buckets are prefetched in
  // parallel, and a child found in the table need not be made again.
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
