// What a search tells while it is going on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/value.h"

namespace plylab::search {

/// An iteration that is finished, or before its end a new best move at the root that may be
/// believed.
template <class Move>
struct Finding {
  int depth;
  Value value;
  std::vector<Move> line;  ///< begins with the best move; what is known of it so far
  std::uint64_t nodes;     ///< visited since the search began, quiescence included
  double seconds;          ///< since the search began
};

/// Called with each finding, on the thread that searches.
template <class Move>
using Observer = std::function<void(const Finding<Move>&)>;

}  // namespace plylab::search
