// Limited razoring: a node far below alpha at depth 3 is searched at depth 2. Switch: razoring.
#pragma once

#include "search/base/switches.h"
#include "search/base/value.h"

namespace plylab::search {

/// A queen (Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998).
inline constexpr Value razoring_margin = 900;

/// Whether to search the node one ply less deep.
constexpr bool razored(const Switches& on, int depth, Value static_eval, Value alpha) {
  return on["razoring"] && depth == 3 && !is_mate(alpha) && static_eval + razoring_margin <= alpha;
}

}  // namespace plylab::search
