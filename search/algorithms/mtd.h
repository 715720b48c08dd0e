// Memory-enhanced test drivers: null-window searches of the root converge to its value. The table
// makes repeated searches cheap, so it is required.
#pragma once

#include <algorithm>
#include <optional>

#include "search/algorithms/alpha_beta.h"
#include "search/core/root.h"

namespace plylab::search {

/// The driver of Plaat, Schaeffer, Pijls and de Bruin ("Best-first fixed-depth minimax algorithms",
/// Artificial Intelligence 87, 1996, fig. 9): a test at `guess` gives a bound on one side, and the
/// next guess is `next(lower, upper)`, where the window (guess − 1, guess) is tried, until both
/// bounds meet. The test is AlphaBetaSoft with a table.
template <class S>
Value close_in(S& s, int depth, Value guess, auto&& next) {
  Value lower = -infinity, upper = infinity;
  for (bool first = true; lower < upper; first = false) {
    const Value value = first ? search_root<AlphaBetaSoft>(s, depth, guess - 1, guess)
                              : re_search_root<AlphaBetaSoft>(s, depth, guess - 1, guess);
    if (value < guess)
      upper = std::min(upper, value);
    else
      lower = std::max(lower, value);
    guess = next(lower, upper, value);
  }
  return lower;
}

/// MTD(f): starts from the last iteration's value, 0 in the first one, and follows the bounds.
struct MtdF {
  static constexpr bool needs_table = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    return close_in(s, depth, last.value_or(0), [](Value lower, Value, Value value) {
      return value == lower ? value + 1 : value;
    });
  }
};

/// MT-SSS*: starts from +infinity and descends; it visits the leaves of Stockman's SSS*.
struct MtSss {
  static constexpr bool needs_table = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return close_in(s, depth, infinity, [](Value, Value upper, Value) { return upper; });
  }
};

/// MT-DUAL*: starts from −infinity and ascends.
struct MtDual {
  static constexpr bool needs_table = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return close_in(s, depth, 1 - infinity, [](Value lower, Value, Value) { return lower + 1; });
  }
};

/// MTD-step: descends from +infinity as MT-SSS* does, but by at least a step at a time: fewer
/// tests, and it may go past the value, after which it ascends by the bounds.
struct MtdStep {
  static constexpr bool needs_table = true;

  /// Half a pawn, as aspiration's margin; the paper leaves it open.
  static constexpr Value step = 50;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return close_in(s, depth, infinity, [](Value lower, Value, Value value) {
      return std::max(lower + 1, value - step);
    });
  }
};

/// MTD-bi: bisects what is left between the bounds, as Coplan's C* does ("A special-purpose machine
/// for an improved search algorithm for deep chess combinations", Advances in Computer Chess 3,
/// 1982).
struct MtdBi {
  static constexpr bool needs_table = true;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    return close_in(s, depth, 0, [](Value lower, Value upper, Value) {
      return lower + (upper - lower + 1) / 2;
    });
  }
};

}  // namespace plylab::search
