// Full leaves: what engines and suites state. Games that end before the depth have no part in them.
#pragma once

#include <map>
#include <string>

#include "perft/walk/run.h"

namespace plylab::perft {

/// The full leaves of a result, or of one of its root moves.
inline Count full_leaves(const auto& counted) { return counted.leaves - counted.early; }

/// The full leaves of a position, and below each of its moves. An engine's answer is compared with
/// these alone, whether or not early leaves are counted, too.
struct FullDivide {
  Count total;
  std::map<std::string, Count> branches = {};  ///< by the moves' texts

  FullDivide() = default;
  explicit FullDivide(const Result& result) : total(full_leaves(result)) {
    for (const RootMove& branch : result.branches) branches[branch.move] = full_leaves(branch);
  }

  friend bool operator==(const FullDivide&, const FullDivide&) = default;
};

}  // namespace plylab::perft
