// Searches with planted faults, one each: over Node, over positions and watched, and over positions
// unwatched.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "search/algorithms/alpha_beta.h"
#include "search/algorithms/node.h"
#include "search/core/root.h"

namespace plylab::search::verify {

enum class Fault : std::uint8_t {
  none,
  // of the result, from the children's values
  child_not_negated,
  re_search_not_negated,
  re_search_ignored,
  result_negated,
  best_starts_at_zero,
  keeps_last,
  keeps_first,
  keeps_least,
  returns_alpha,
  returns_beta,
  // of windows
  window_not_negated,
  window_not_swapped,
  alpha_not_negated,
  beta_not_negated,
  null_window_at_beta,
  null_window_below_alpha,
  no_re_search,
  no_re_search_near_leaves,
  re_search_null,
  re_search_too_high,
  // of moves and cutoffs
  skips_first,
  skips_last,
  skips_third,
  cutoff_at_alpha,
  cutoff_near_beta,
  stops_below_alpha,
  late_moves_dropped,
  keeps_cutting_move,
  // of depth
  depth_twice,
  depth_not_decremented,
  depth_extended,
  late_moves_reduced,
  checks_not_extended,  // with the switch checks
  leaf_too_early,
  goes_on_after_draw,
  never_ends,
  // of leaves and the end of the game
  leaf_negated,
  leaf_of_one_side,
  leaf_of_the_root,
  leaf_is_zero,
  mate_without_distance,
  mate_distance_reversed,
  mate_as_win,
  mate_as_draw,
  stalemate_as_mate,
  stalemate_as_win,
  // of values without a search
  table_any_depth,
  table_lower_bound,
  table_upper_bound,
  table_stored_exact,
  table_read_without_ply,
  table_after_move,
  table_by_ply,
  table_negated,
  static_outside_window,
  // of the root
  aspiration_once,
  mtd_once,
  root_negated,
  // no fault, though it looks like one
  cutoff_above_beta,
  alpha_not_raised,
};

/// Principal variation search over Node, fail-soft, with a fault.
template <Fault fault>
struct FaultyPvs {
  template <class S>
  static Value search(S& s, int depth, int ply, Value alpha, Value beta) {
    const int told = fault == Fault::depth_twice && depth > 1 && ply > 0 ? depth - 1
                     : fault == Fault::depth_extended && ply == 1        ? depth + 1
                                                                         : depth;
    // Fail-soft values often lie beyond a window that is too low, and are searched again.
    constexpr bool is_fail_hard = fault == Fault::null_window_below_alpha;
    Node<S> node(s, FaultyPvs::search<S>, told, ply, alpha, beta);
    if (node.settled()) return node.value();

    Value best = fault == Fault::best_starts_at_zero ? 0 : -infinity;
    while (node.next()) {
      const std::size_t place = node.place();
      if (fault == Fault::skips_third && place == 2) continue;
      if (fault == Fault::skips_first && place == 0 && s.position.count() > 1) node.next();
      const Value a = fault == Fault::alpha_not_raised ? alpha : std::max(alpha, best);
      const bool is_first = place == 0;
      Value value;
      if constexpr (fault == Fault::window_not_negated)
        value = node.descend(-beta, -a);
      else if constexpr (fault == Fault::window_not_swapped)
        value = node.descend(beta, a);
      else if constexpr (fault == Fault::alpha_not_negated)
        value = node.descend(-a, beta);
      else if constexpr (fault == Fault::beta_not_negated)
        value = node.descend(a, -beta);
      else if constexpr (fault == Fault::null_window_at_beta)
        value = is_first || beta == infinity ? node.descend(a, beta) : node.descend(beta - 1, beta);
      else if constexpr (fault == Fault::null_window_below_alpha)
        value = is_first ? node.descend(a, beta) : node.descend(a - 1, a);
      else
        value = node.descend(a, is_first || fault == Fault::alpha_not_raised ? beta : a + 1);
      if (fault == Fault::child_not_negated) value = -value;
      if (!is_first && value > a && value < beta && fault != Fault::alpha_not_raised &&
          fault != Fault::null_window_at_beta && fault != Fault::no_re_search &&
          !(fault == Fault::no_re_search_near_leaves && depth <= 3)) {
        const Value again = fault == Fault::re_search_null
                                ? node.re_search(value, value + 1, a, value)
                            : fault == Fault::re_search_too_high
                                ? node.re_search(value + 5, std::max(beta, value + 6), a, value)
                                : node.re_search(a, beta, a, value);
        if (fault == Fault::re_search_not_negated || fault == Fault::child_not_negated)
          value = -again;
        else if (fault != Fault::re_search_ignored)
          value = again;
      }
      if (fault == Fault::cutoff_above_beta ? value > beta : value >= beta)
        return node.cut(is_fail_hard ? beta : value);
      if (fault == Fault::cutoff_at_alpha && value > alpha) return node.cut(value);
      if (fault == Fault::cutoff_near_beta && value + 5 >= beta) return node.cut(value);
      if (fault == Fault::stops_below_alpha && value <= alpha) {
        best = std::max(best, value);
        break;
      }
      if (value > a) node.improve(value);
      if (fault == Fault::keeps_last)
        best = value;
      else if (fault == Fault::keeps_least)
        best = is_first ? value : std::min(best, value);
      else if (fault != Fault::keeps_first || is_first)
        best = std::max(best, value);
      if (fault == Fault::late_moves_dropped && place == 1) break;
    }
    if (is_fail_hard) return node.leave(std::max(alpha, best));
    if (fault == Fault::returns_alpha) return node.leave(alpha);
    if (fault == Fault::returns_beta) return node.leave(beta == infinity ? best : beta);
    if (fault == Fault::result_negated) return node.leave(-best);
    return node.leave(best);
  }
};

/// Alpha-beta that searches the root in an iteration of its own, with a fault there.
template <Fault fault>
struct FaultyRoot {
  static constexpr bool needs_table = fault == Fault::mtd_once;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    if (fault == Fault::never_ends) {
      Value value = 0;
      // NOLINTNEXTLINE(bugprone-infinite-loop): that is the fault
      do value = search_root<AlphaBetaSoft>(s, depth, -infinity, infinity);
      while (depth > 2);
      return value;
    }
    if (fault == Fault::root_negated)
      return -search_root<AlphaBetaSoft>(s, depth, -infinity, infinity);
    if (fault == Fault::mtd_once) {
      const Value guess = last.value_or(0);
      return search_root<AlphaBetaSoft>(s, depth, guess - 1, guess);
    }
    if (!last) return search_root<AlphaBetaSoft>(s, depth, -infinity, infinity);
    return search_root<AlphaBetaSoft>(s, depth, *last - 5, *last + 5);
  }
};

/// Alpha-beta over positions, which says what it does (`watched`) or does not, with a fault. If it
/// `deepens`, each node is first searched a ply less deep within itself (internal iterative
/// deepening), though nothing is made of that. With a table it searches moves after the first with
/// a null window if it `scouts`.
template <Fault fault, bool watched = true, bool deepens = false, bool scouts = true>
struct FaultyAlone {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;
  static constexpr bool has_table =
      fault >= Fault::table_any_depth && fault <= Fault::table_negated;
  static constexpr bool needs_table = has_table;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value> last) {
    if (!last) entries_by_ply<S>() = {};
    return value_of(s, depth, 0, -infinity, infinity);
  }

 private:
  template <class S>
  static Value leave(S& s, int ply, Value value) {
    if (watched) s.leave(ply, value);
    return value;
  }

  /// The value of a finished game.
  static Value value_at_end(Value right, int ply) {
    if (!is_mate(right))
      return fault == Fault::stalemate_as_mate  ? -mate_value + ply
             : fault == Fault::stalemate_as_win ? mate_value - ply
                                                : right;
    switch (fault) {
      case Fault::mate_without_distance:
        return -mate_value;
      case Fault::mate_distance_reversed:
        return -mate_value - ply;
      case Fault::mate_as_win:
        return -right;
      case Fault::mate_as_draw:
        return 0;
      default:
        return right;
    }
  }

  template <class S>
  static Value leaf(S& s, int ply, Value alpha, Value beta) {
    if (watched) s.enter_leaf(ply, alpha, beta);
    if (const auto over = s.game_over(s.position.generate().size(), ply))
      return leave(s, ply, value_at_end(*over, ply));
    const Value value = s.evaluate();
    switch (fault) {
      case Fault::leaf_negated:
        return leave(s, ply, -value);
      case Fault::leaf_of_one_side:
        return leave(s, ply, s.position.side_to_move() == Side::first ? value : -value);
      case Fault::leaf_of_the_root:
        return leave(s, ply, ply % 2 == 0 ? value : -value);
      case Fault::leaf_is_zero:
        return leave(s, ply, 0);
      default:
        return leave(s, ply, value);
    }
  }

  /// A table whose key is the ply alone.
  template <class S>
  static auto& entries_by_ply() {
    thread_local std::array<std::optional<TTEntry<typename S::Move>>, 64> entries;
    return entries;
  }

  /// What the table knows of the position, as a value that ends the search of it.
  template <class S>
  static std::optional<Value> known_value(S& s, int depth, int ply, Value alpha, Value beta) {
    const auto known = fault == Fault::table_by_ply
                           ? entries_by_ply<S>().at(static_cast<std::size_t>(ply))
                           : s.table()->find(s.position);
    if (!known || ply == 0) return std::nullopt;
    if (known->depth != depth && fault != Fault::table_any_depth) return std::nullopt;
    const auto read = [&](Value value) {
      const Value own = fault == Fault::table_read_without_ply ? value : at_ply(value, ply);
      return fault == Fault::table_negated && std::abs(value) != infinity ? -own : own;
    };
    const Value lower = read(known->lower), upper = read(known->upper);
    if (fault == Fault::table_lower_bound && known->lower != -infinity) return lower;
    if (fault == Fault::table_upper_bound && known->upper != infinity) return upper;
    if (lower == upper || lower >= beta) return lower;
    if (upper <= alpha) return upper;
    return std::nullopt;
  }

  template <class S>
  static void store(S& s, int depth, int ply, Value alpha, Value beta, Value value) {
    using Move = typename S::Move;
    const Value own = from_ply(value, ply);
    const bool exact = fault == Fault::table_stored_exact;
    const TTEntry<Move> entry{static_cast<std::int16_t>(value <= alpha && !exact ? -infinity : own),
                              static_cast<std::int16_t>(value >= beta && !exact ? infinity : own),
                              static_cast<std::uint8_t>(depth), false, Move{}};
    if (fault == Fault::table_by_ply)
      entries_by_ply<S>().at(static_cast<std::size_t>(ply)) = entry;
    else
      s.table()->store(s.position, entry);
  }

  template <class S>
  static Value value_of(S& s, int depth, int ply, Value alpha, Value beta) {
    if (depth <= 0) return leaf(s, ply, alpha, beta);
    if (watched) s.enter(ply, alpha, beta, depth);
    const auto moves = s.position.generate();
    const auto over = s.game_over(moves.size(), ply);
    if (over && (fault != Fault::goes_on_after_draw || moves.empty()))
      return leave(s, ply, value_at_end(*over, ply));
    if constexpr (deepens)
      if (depth > 1) value_of(s, depth - 1, ply, alpha, beta);
    if constexpr (has_table)
      if (const auto known = known_value(s, depth, ply, alpha, beta)) return leave(s, ply, *known);
    if constexpr (fault == Fault::static_outside_window)
      if (const Value value = s.evaluate(); ply > 0 && (value >= beta || value <= alpha))
        return leave(s, ply, value);
    Value best = fault == Fault::best_starts_at_zero ? 0 : -infinity;
    std::size_t place = 0;
    for (const auto move : moves) {
      ++place;
      if (fault == Fault::skips_last && place == moves.size() && place > 1) break;
      const auto step = s.make(move);
      int below = fault == Fault::checks_not_extended     ? depth - 1
                  : fault == Fault::depth_not_decremented ? depth
                                                          : s.depth_after(depth, ply);
      if (fault == Fault::late_moves_reduced && place > 2 && depth > 1) --below;
      if (fault == Fault::leaf_too_early && depth == 2) below = 0;
      const Value a = std::max(alpha, best);
      const bool has_null_window = has_table && scouts && place > 1;
      Value child = !watched          ? value_of(s, below, ply + 1, -infinity, infinity)
                    : has_null_window ? value_of(s, below, ply + 1, -a - 1, -a)
                                      : value_of(s, below, ply + 1, -beta, -a);
      if (has_null_window && -child > a && -child < beta)
        child = value_of(s, below, ply + 1, -beta, -a);
      const Value value = fault == Fault::child_not_negated ? child : -child;
      if constexpr (fault == Fault::table_after_move)
        if (place == 1) store(s, depth, ply, alpha, beta, value);
      best = std::max(best, value);
      if (fault == Fault::keeps_cutting_move && best >= beta) break;
      s.unmake(move, step);
      if (best >= beta) break;
    }
    if constexpr (has_table && fault != Fault::table_after_move)
      store(s, depth, ply, alpha, beta, best);
    return leave(s, ply, best);
  }
};

}  // namespace plylab::search::verify
