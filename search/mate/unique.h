// Shortest mates with all their keys.
#pragma once

#include <optional>
#include <vector>

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// What exhaustive search knows of a position's shortest mate.
struct ShortestMate {
  int moves = 0;                       ///< of the mate; 0 if none is known
  int refuted = 0;                     ///< proved: no mate in so many moves
  std::vector<chess::Move> keys = {};  ///< all moves that mate so soon, in canonical order
  bool complete = false;               ///< no limit was reached
};

/// The shortest mate within the problem's moves and limits.
ShortestMate shortest_mate(const MateProblem& problem);

/// A shortest mate that only one first move reaches in time.
struct UniqueMate {
  chess::Move key;
  int moves = 0;

  friend bool operator==(const UniqueMate&, const UniqueMate&) = default;
};

/// The mate of the position if it is one with a single key; nothing if it has several, if there is
/// no mate within the problem's moves, or if the limits were reached. Full width.
std::optional<UniqueMate> unique_mate(const MateProblem& problem);

}  // namespace plylab::search::mate
