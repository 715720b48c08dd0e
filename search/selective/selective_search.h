// Applies the techniques of this folder at a node of chess: prunes, reduces and extends. All of
// them can change the value. ProbCut, which is for every game, is applied by Node itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "search/core/move_facts.h"
#include "search/core/node_state.h"
#include "search/selective/extensions.h"
#include "search/selective/futility.h"
#include "search/selective/internal_iterative_reduction.h"
#include "search/selective/late_move_pruning.h"
#include "search/selective/late_move_reductions.h"
#include "search/selective/mate_distance.h"
#include "search/selective/null_move.h"
#include "search/selective/razoring.h"
#include "search/selective/reverse_futility.h"
#include "search/selective/see_pruning.h"
#include "search/selective/singular_extension.h"

namespace plylab::search {

/// The selective part of a node. The node calls path_cutoff() and repeats() only if the searcher
/// follows the path, child_depth() only if it prunes or extends checks, and the rest only if it
/// prunes. Kept out of line, because most searches do not use it.
template <class S>
class SelectiveSearch {
 public:
  explicit SelectiveSearch(NodeState<S>& node) : n_(node), s_(node.s) {}

  /// Whether the path to the node decides its value: a draw by repetition, or a known mate that is
  /// shorter than any from here.
  [[gnu::noinline]] bool path_cutoff(Value& alpha, Value beta) {
    s_.path.enter(n_.ply, s_.position.key(), s_.position.halfmove_clock());
    n_.excluded = s_.path.take_excluded(n_.ply);
    if (n_.ply == 0) return false;
    const Switches& on = s_.switches();
    if (on["repetition"])
      if (const auto draw = draw_here()) return n_.settle(*draw);
    if (on["book"])
      if (const auto value = s_.book_value()) return n_.settle(*value);
    return on["mate-distance"] && mate_distance_cuts(n_.ply, alpha, beta) && n_.settle(alpha);
  }

  /// Whether a move that has been made, and is no null move, leads to a draw by repetition.
  bool repeats() {
    constexpr PieceTarget any_move = 1;
    if (!s_.switches()["repetition"]) return false;
    s_.path.leave(n_.ply, any_move);
    s_.path.enter(n_.ply + 1, s_.position.key(), s_.position.halfmove_clock());
    return s_.path.repeated(n_.ply + 1);
  }

  /// Whether the node needs no search of its moves; may also reduce its depth.
  [[gnu::noinline]] bool prune_node(Value alpha, Value beta) {
    const bool after_null_move = s_.after_null_move();
    s_.set_after_null_move(false);
    const Switches& on = s_.switches();
    n_.in_check = s_.position.checkers() != 0;
    if (s_.follows_path()) note_static_eval();
    if (s_.joined_at(n_.ply) != nullptr) return false;  // the thread that opened it has tried all
    n_.depth -= internal_iterative_reduction(n_);
    if (n_.in_check || n_.excluded) return false;
    if (!on["king-danger"] || !king_is_threatened(s_.position, s_.position.side_to_move())) {
      if (reverse_futility_cuts(n_, beta)) return n_.settle(n_.static_eval);
      if (!after_null_move && null_move_cuts(n_, beta)) return n_.settle(beta);
    }
    if (n_.mate_threat && may_extend(n_)) {
      ++n_.depth;
      s_.stats.count(Event::threat_extension);
    }
    if (!on["razoring"] && !on["extended-futility"] && !on["futility"]) return false;
    const Value static_eval = s_.evaluate();
    razored_ = razored(on, n_.depth, static_eval, alpha);
    if (razored_) s_.stats.count(Event::razored);
    futility_value_ = futility_value(on, searched_depth(), static_eval);
    return false;
  }

  /// Whether to skip the node's move. If futility skips it, the node's upper bound is at least the
  /// maximum value of that move.
  [[gnu::noinline]] bool prune_move() {
    if (n_.excluded && n_.move == *n_.excluded) return true;
    const bool futile = futility_value_ && is_futile(n_, *futility_value_);
    if (!futile && !shallow_prune()) return false;
    s_.stats.count(Event::futile);
    return true;
  }

  /// Called before the move is made: decides whether to extend it for a reason that can be seen
  /// then.
  [[gnu::noinline]] void extend() {
    const bool singular = may_be_singular(n_) && is_singular(n_);
    extension_ = singular ? Event::singular_extension : forced_extension(n_);
    if (extension_) s_.stats.count(*extension_);
    if (s_.switches()["king-threat"] && !threatened_before_)
      threatened_before_ = king_is_threatened(s_.position, !s_.position.side_to_move());
  }

  /// Called after the move has been made: the depth for the child. A move that gives check costs no
  /// depth (switch checks), nor does one that newly threatens the king (switch king-threat).
  [[gnu::noinline]] int child_depth() {
    const Switches& on = s_.switches();
    gives_check_ = (on["checks"] || on["lmr"] || on["lmr-simple"]) && s_.position.checkers() != 0;
    if (extension_) return searched_depth();
    if (gives_check_ && on["checks"] && may_extend_check(n_.depth, n_.ply)) {
      s_.stats.count(Event::check_extension);
      return searched_depth();
    }
    if (on["king-threat"] && !*threatened_before_ && may_extend(n_) &&
        king_is_threatened(s_.position, s_.position.side_to_move())) {
      s_.stats.count(Event::king_extension);
      return searched_depth();
    }
    return searched_depth() - 1;
  }

  /// The reduction in plies for the first search of the child. `a` is the lower end of its window.
  [[gnu::noinline]] int reduction(int depth, Value a) const {
    const Switches& on = s_.switches();
    if (a == -infinity || n_.in_check || gives_check_) return 0;
    const int less = on["lmr"] ? std::min(late_move_reduction(n_, depth), std::max(depth - 1, 0))
                               : on["lmr-simple"] && is_late_move(n_.place(), depth, n_.move);
    if (less > 0 && on["king-danger"] &&
        king_is_threatened(s_.position, s_.position.side_to_move()))
      return 0;
    return less;
  }

 private:
  /// The value of a drawn position. With near-draw, a repetition costs the side that stands better
  /// something, since it could avoid it.
  std::optional<Value> draw_here() {
    if (s_.path.repeated(n_.ply)) {
      s_.stats.count(Event::repetition);
      const Value cost = s_.switches()["near-draw"];
      if (cost == 0) return 0;
      const Value here = s_.evaluate();
      return here > 0 ? -cost : here < 0 ? cost : 0;
    }
    if (s_.position.drawn_by_rule() && s_.position.count() > 0) return 0;
    return std::nullopt;
  }

  /// Notes the static value, improved by the table's bounds.
  void note_static_eval() {
    if (n_.in_check || !needs_static_eval(s_.switches()))
      return s_.path.set_static_eval(n_.ply, std::nullopt);
    n_.static_eval = s_.evaluate();
    s_.path.set_static_eval(n_.ply, n_.static_eval);
    n_.improving = s_.path.improving(n_.ply);
    if (!n_.known) return;
    const Value lower = n_.known->lower, upper = n_.known->upper;
    if (!is_mate(lower)) n_.static_eval = std::max(n_.static_eval, lower);
    if (!is_mate(upper)) n_.static_eval = std::min(n_.static_eval, upper);
  }

  /// Whether to skip the move near the leaves. Only after some other move has avoided mate.
  bool shallow_prune() {
    if (n_.ply == 0 || n_.in_check || n_.best_value <= -mate_value + 1000) return false;
    if (!is_late_ && is_late_enough_to_prune(n_)) {
      is_late_ = true;
      const chess::Moves checks =
          n_.depth <= lmp_keeps_checks_depth ? checks_of(s_.position) : chess::Moves();
      const auto is_late = [&](chess::Move move) {
        return is_quiet(move) && std::find(checks.begin(), checks.end(), move) == checks.end();
      };
      n_.moves.drop(n_.next, is_late);
      if (is_late(n_.move)) return true;
    }
    if (s_.switches()["lmr-futility"] && is_quiet(n_.move) && is_lmr_futile(n_)) return true;
    return see_prunes(n_);
  }

  int searched_depth() const { return n_.depth - razored_; }

  NodeState<S>& n_;
  S& s_;
  bool razored_ = false;
  std::optional<Value> futility_value_;
  std::optional<Event> extension_;         // reason, for the move being searched
  std::optional<bool> threatened_before_;  // the opponent's king, before any move of the node
  bool gives_check_ = false;
  bool is_late_ = false;  // late move pruning has dropped moves
};

/// For games without selective search.
struct NoSelectiveSearch {
  explicit NoSelectiveSearch(auto&) {}
};

}  // namespace plylab::search
