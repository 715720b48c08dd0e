// What a generator's answer has in common with the right one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/base/count.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/engines/generator_under_test.h"
#include "perft/verify/reference_divide.h"

namespace plylab::perft::verify {

/// A legal move below which the generator counts something else.
struct Miscount {
  chess::Move move;
  std::optional<Count> reported;  ///< none if it does not list the move
  Count right;
};

/// The differences between an answer and the reference.
struct Comparison {
  engines::PerftAnswer answer = {};
  std::vector<chess::Move> missing = {};   ///< legal, not listed, in canonical order
  std::vector<std::string> extra = {};     ///< listed, not legal, as the generator writes them
  std::vector<chess::Move> repeated = {};  ///< listed more than once
  std::vector<Miscount> miscounts = {};    ///< in the generator's order, those missing at the end
  std::vector<chess::Move> order = {};     ///< the legal moves as the generator lists them
  Count right = 0;                         ///< the true total
  std::optional<Count> branches_sum;       ///< if it gives a count for each branch

  /// Whether the moves listed, if any are, are the legal ones.
  bool same_moves() const { return missing.empty() && extra.empty() && repeated.empty(); }
  /// Whether it states a total that is not the sum of its branches.
  bool contradicts_itself() const {
    return answer.total && branches_sum && *answer.total != *branches_sum;
  }
  bool agrees() const { return answer.total == right && same_moves() && miscounts.empty(); }
};

/// Compares an answer with the reference for the same position and depth. A move that is not listed
/// is not missed if no path goes through it: some engines leave out branches of zero leaves.
Comparison compare(const chess::Setup& position, const engines::PerftAnswer& answer,
                   const std::vector<CountedMove>& reference);

}  // namespace plylab::perft::verify
