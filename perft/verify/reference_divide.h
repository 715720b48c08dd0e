// The right answers: our three generators, which can fail only separately, vote.
#pragma once

#include <stdexcept>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::perft::verify {

/// A legal move and the number of paths of length depth − 1 after it.
struct CountedMove {
  chess::Move move;
  Count leaves;

  friend bool operator==(const CountedMove&, const CountedMove&) = default;
};

/// Each legal move of the position with the leaves below it at a depth of at least 1, in canonical
/// order, as at least two of the three generators have it. Throws std::logic_error if no two agree,
/// and chess::FenError for what is no position.
std::vector<CountedMove> reference_divide(const chess::Setup& position, int depth);

/// The sum of the leaves.
Count total_of(const std::vector<CountedMove>& moves);

}  // namespace plylab::perft::verify
