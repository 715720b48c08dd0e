// What happens at the root of a search, for those who want to follow it.
#pragma once

#include <cstdint>
#include <vector>

#include "search/core/value.h"

namespace plylab::search {

/// A new best move at the root, and when it was found.
template <class Move>
struct RootChange {
  int depth;
  Move move;
  Value value;
  std::uint64_t nodes;  ///< visited since the search began, quiescence included
  double seconds;       ///< since the search began
};

/// One search of the root with one window, or of one of its moves again: what `--trace` shows.
template <class Move>
struct RootSearch {
  int depth;
  Value alpha, beta;  ///< the window
  Value value;        ///< exact inside the window; outside a bound: a fail-high or fail-low
  std::uint64_t nodes;
  double seconds;          ///< both since the search began
  std::vector<Move> line;  ///< exact: the variation; fail-high: the move; else empty
};

}  // namespace plylab::search
