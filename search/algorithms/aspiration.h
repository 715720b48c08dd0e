// Aspiration search.
#pragma once

#include <optional>

#include "search/algorithms/alpha_beta.h"
#include "search/core/root.h"

namespace plylab::search {

/// Fail-soft alpha-beta with a window around the value of the last iteration, repeated with the
/// half-open window beyond it if the value is not inside (Slate and Atkin's Chess 4.5, in "Chess
/// Skill in Man and Machine", 1977; Marsland 1983). In the first iteration the window is open.
struct Aspiration {
  /// The window reaches this far to both sides, in centipawns.
  static constexpr Value reach = 50;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    if (!last) return search_root<AlphaBetaSoft>(s, depth, -infinity, infinity);
    const Value value = search_root<AlphaBetaSoft>(s, depth, *last - reach, *last + reach);
    if (value >= *last + reach) return re_search_root<AlphaBetaSoft>(s, depth, value - 1, infinity);
    if (value <= *last - reach)
      return re_search_root<AlphaBetaSoft>(s, depth, -infinity, value + 1);
    return value;
  }
};

}  // namespace plylab::search
