// Mates with one key.
#pragma once

#include <optional>

#include "suites/mate/problem.h"

namespace plylab::mate {

/// A shortest mate that only one first move reaches in time.
struct UniqueMate {
  chess::Move key;
  int moves = 0;

  friend bool operator==(const UniqueMate&, const UniqueMate&) = default;
};

/// The mate of the position if it is one with a single key; nothing if it has several, if there is
/// no mate within the problem's moves, or if the limits were reached. Exhaustive.
std::optional<UniqueMate> unique_mate(const Problem& problem);

}  // namespace plylab::mate
