// What a search tells while it is going on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/base/value.h"

namespace plylab::search {

/// An iteration that is finished, or before its end a new best move at the root that may be
/// believed.
template <class Move>
struct SearchInfo {
  int depth;
  Value value;
  std::vector<Move> line;  ///< begins with the best move; what is known of it so far
  std::uint64_t nodes;     ///< visited since the search began, quiescence included
  double seconds;          ///< since the search began
};

template <class Move>
struct RootChange;

/// Whoever wants to know before the result is there. Called on the thread that searches; what is
/// empty is not called.
template <class Move>
struct Observer {
  std::function<void(const SearchInfo<Move>&)> info = {};
  /// The search has ended, with this last root change or without any. To give a large table back to
  /// the system may take a good part of a second, and comes after this.
  std::function<void(const RootChange<Move>*)> ended = {};
};

}  // namespace plylab::search
