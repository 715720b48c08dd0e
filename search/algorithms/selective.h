// The composed search: combines the techniques of strong chess programs.
#pragma once

#include <algorithm>
#include <optional>

#include "search/algorithms/node.h"
#include "search/base/preset.h"
#include "search/core/root.h"

namespace plylab::search {

/// Principal variation search in an aspiration window that grows on the side where it fails. Its
/// strength comes from the switches in its preset, which any other search can use, too.
struct Selective {
  static constexpr bool needs_table = true;
  static constexpr bool keeps_lines = true;

  /// Its defaults.
  static constexpr Preset preset() {
    Preset result{"positional", "see", true, {}};
    Switches& on = result.switches;
    on["table"] = 64;
    on["deeper"] = on["repetition"] = on["mate-distance"] = 1;
    on["killers"] = on["gravity"] = on["continuation"] = 1;
    on["quiescence"] = on["sound-captures"] =
        1;  // without quiet-checks, which cost more than they find
    on["checks"] = on["singular"] = 1;
    on["null"] = 3;
    on["adaptive-null"] = on["reverse-futility"] = 1;
    on["lmr-futility"] = on["lmp"] = on["see-pruning"] = 1;
    on["lmr"] = on["iir"] = on["king-danger"] = on["mate-in-one"] = 1;
    return result;
  }

  /// The initial half-width of the window, in centipawns; beyond `max` the window is open.
  static constexpr Value reach = 20, max = 600;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    Value alpha = -infinity, beta = infinity;
    if (last && depth > 4 && !is_mate(*last)) alpha = *last - reach, beta = *last + reach;
    Value value = search_root<Selective>(s, depth, alpha, beta);
    for (Value step = 2 * reach; value <= alpha || value >= beta; step *= 2) {
      if (value >= beta) {
        s.root_record.fail_high(depth, value, s.pv);
        beta = step > max ? infinity : value + step;
      } else {
        alpha = step > max ? -infinity : value - step;
      }
      value = re_search_root<Selective>(s, depth, alpha, beta);
    }
    return value;
  }

  /// As PvsSoft, but the second search has the whole window, so that lines stay complete even if
  /// selective searches contradict each other.
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, Selective::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = -infinity;
    while (node.next()) {
      const Value a = std::max(alpha, best);
      Value value = node.descend(a, node.place() == 0 ? beta : a + 1);
      if (node.place() > 0 && value > a && a + 1 < beta) value = node.re_search(a, beta, a, value);
      if (value >= beta) return node.cut(value);
      if (value > a) node.improve(value);
      best = std::max(best, value);
    }
    return node.leave(best);
  }
};

}  // namespace plylab::search
