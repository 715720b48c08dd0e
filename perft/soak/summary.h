// What a generator says of a position's moves, in sums that do not depend on their order.
#pragma once

#include <cstdint>

#include "gen/game/moves.h"
#include "gen/game/position.h"
#include "perft/soak/state.h"

namespace plylab::perft::soak {

/// Of the moves themselves.
struct MovesSummary {
  unsigned listed = 0, counted = 0;
  std::uint64_t sum = 0;

  friend bool operator==(const MovesSummary&, const MovesSummary&) = default;
};

template <Position P>
MovesSummary summary_of_moves(const P& position) {
  MovesSummary summary;
  for (const auto& move : position.generate()) {
    ++summary.listed;
    summary.sum += number_of(move);
  }
  summary.counted = position.count();
  return summary;
}

/// Of the positions after them.
struct ChildrenSummary {
  std::uint64_t sum = 0;            ///< of their keys and their numbers of moves, mixed
  std::uint64_t grandchildren = 0;  ///< of all together
  std::uint64_t ended = 0;          ///< of these positions, without a move
  bool restored = true;             ///< the key was, by each unmake()

  friend bool operator==(const ChildrenSummary&, const ChildrenSummary&) = default;
};

template <Position P>
ChildrenSummary summary_of_children(P& position) {
  ChildrenSummary summary;
  const Key before = position.key();
  for (const auto move : position.generate()) {
    const auto undo = position.make(move);
    const unsigned moves = position.count();
    Key key = position.key();
    key.high += moves;
    summary.sum += mixed(key);
    summary.grandchildren += moves;
    summary.ended += moves == 0;
    position.unmake(move, undo);
    if (position.key() != before) {
      summary.restored = false;
      break;
    }
  }
  return summary;
}

}  // namespace plylab::perft::soak
