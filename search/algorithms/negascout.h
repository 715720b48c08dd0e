// NegaScout in three published forms, and one misprint.
#pragma once

#include <algorithm>

#include "search/algorithms/node.h"

namespace plylab::search {

/// Which null-window results inside the window need no second search.
enum class Shortcut { none, leaves };

/// Whether children at depth 0 have exact values for any window: a quiescence search gives bounds,
/// and an extension turns the leaf into a subtree.
constexpr bool exact_leaves(const Switches& on) {
  return !on["quiescence"] && !on["checks"] && !extends_forced(on) && !on["king-threat"] &&
         !on["mate-threat"];
}

/// Whether, in a fail-soft search, children at depth 1 that fail low have exact values: they have
/// examined all leaves.
constexpr bool exact_frontier(const Switches& on) {
  return exact_leaves(on) && !on["futility"] && !on["lmr-futility"] && !on["lmp"] &&
         !on["see-pruning"] && !on["deeper"];
}

/// Reinefeld's routine with b as the upper bound: the window is full for the first move and null
/// for the others; a result t inside the window (a, beta) is searched again with (−beta, −t), and a
/// is the greatest value so far. It never returns less than alpha. With a shortcut, children that
/// are leaves are not searched again, since a leaf's value is exact for any window; quiescence and
/// extensions make it inexact, so that with them every fail-high is searched again.
template <Shortcut shortcut>
struct NegaScout {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, NegaScout::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    const bool exact_children =
        shortcut == Shortcut::leaves && depth == 1 && exact_leaves(s.switches());
    Value a = alpha, b = beta;
    while (node.next()) {
      Value t = node.descend(a, b);
      if (t > a && t < beta && node.place() > 0 && !exact_children)
        t = std::max(t, node.re_search(t, beta, a, t));
      if (t >= beta) return node.cut(t);
      if (t > a) node.improve(a = t);
      b = a + 1;
    }
    return node.leave(a);
  }
};

/// Reinefeld, "An improvement to the Scout tree-search algorithm", ICCA Journal 6(4), 1983: the
/// routine above, implemented here without any depth condition.
using NegaScout1983 = NegaScout<Shortcut::none>;

/// As printed in Reinefeld, "Spielbaum-Suchverfahren", Springer 1989: the second search has the
/// condition d < maxdepth − 1, which is depth > 1 when depth counts down.
using NegaScout1989 = NegaScout<Shortcut::leaves>;

/// As printed on the page of the chess program Hossa: the condition of 1989, d < maxdepth − 1, with
/// a d that counts down. The first two plies are therefore never searched again, and their
/// null-window results are taken as exact.
struct NegaScoutMisprint {
  static constexpr bool inexact = true;

  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, NegaScoutMisprint::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value a = alpha, b = beta;
    while (node.next()) {
      Value t = node.descend(a, b);
      if (t > a && t < beta && node.place() > 0 && depth < s.iteration_depth() - 1)
        t = std::max(t, node.re_search(t, beta, a, t));
      if (t >= beta) return node.cut(t);
      if (t > a) node.improve(a = t);
      b = a + 1;
    }
    return node.leave(a);
  }
};

/// True fail-soft: the best value m starts at −infinity and may stay below alpha. A null-window
/// result is taken as exact in the last two plies (depth 1 and 2): there a child that fails low has
/// examined all its leaves (Reinefeld and Marsland, "A quantitative analysis of minimal window
/// search", IJCAI 1987). With quiescence, extensions, futility pruning or the table's deeper
/// entries that is not true, and the shortcut is off.
struct NegaScoutSoft {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    Node<S> node(s, NegaScoutSoft::search<S>, depth, ply, alpha, beta);
    if (node.settled()) return node.value();

    const bool exact_children = depth <= 2 && exact_frontier(s.switches());
    Value m = -infinity, n = beta;
    while (node.next()) {
      const Value a = std::max(alpha, m);
      Value t = node.descend(a, n);
      if (t > a && t < beta && node.place() > 0 && !exact_children)
        t = node.re_search(t, beta, a, t);
      if (t >= beta) return node.cut(t);
      if (t > a) node.improve(t);
      m = std::max(m, t);
      n = std::max(alpha, m) + 1;
    }
    return node.leave(m);
  }
};

}  // namespace plylab::search
