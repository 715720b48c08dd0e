// What a chess node leaves out, shortens and lengthens. The rules themselves are in pruning.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/core/node_state.h"
#include "search/core/pruning.h"

namespace plylab::search {

/// The selective part of a node, asked only if a switch calls for it: path_cutoff() where the
/// searcher follows the path, the rest where it prunes. `Variant` is the algorithm that searches
/// the children.
template <class Variant, class S>
class SelectiveSearch {
 public:
  explicit SelectiveSearch(NodeState<S>& node) : n_(node), s_(node.s) {}

  /// Whether the way that led here settles the node: a draw, or a mate known already that is
  /// shorter than any from here (Chess Programming Wiki, "Mate distance pruning").
  bool path_cutoff(Value& alpha, Value& beta) {
    s_.path.enter(n_.ply, s_.position.key(), s_.position.halfmove_clock());
    n_.excluded = s_.path.take_excluded(n_.ply);
    if (n_.ply == 0) return false;
    const Switches& on = s_.switches();
    if (on.repetition && drawn_here()) return n_.settle(0);
    if (!on.mate_distance) return false;
    // The window keeps its upper end, so that a mate by the next move is exact and has a line.
    alpha = std::max(alpha, -mate_value + n_.ply);
    return alpha >= std::min(beta, mate_value - n_.ply - 1) && n_.settle(alpha);
  }

  /// Whether the node needs no search of its moves. Shortens it where that is enough.
  bool prune_node(Value alpha, Value beta) {
    const bool after_null = s_.after_null_move();
    s_.set_after_null_move(false);
    const Switches& on = s_.switches();
    in_check_ = s_.position.checkers() != 0;
    if (s_.follows_path()) note_static_eval();
    if (on.iir && n_.depth >= iir_depth && !n_.known && !n_.excluded) --n_.depth;
    if (in_check_ || n_.excluded) return false;
    if (reverse_futility_cuts(beta)) return n_.settle(static_eval_);
    if (n_.ply > 0 && !after_null && may_null_move(s_.position, on, beta) &&
        (!on.adaptive_null || (!n_.is_open && static_eval_ >= beta)) && null_move_cuts(beta))
      return n_.settle(beta);
    if (!on.razoring && !on.extended_futility && !on.futility) return false;
    razored_ = razored(on, n_.depth, s_.evaluate(), alpha);
    if (razored_) s_.stats.count(Event::razored);
    futility_value_ = futility_value(on, searched_depth(), s_.evaluate());
    return false;
  }

  /// Whether the node's move is not searched. What it could gain at most is then the least value
  /// that the node may claim as its upper bound.
  bool prune_move() {
    if (n_.excluded && n_.move == *n_.excluded) return true;
    if (!futile() && !shallow_prune()) return false;
    s_.stats.count(Event::futile);
    return true;
  }

  /// Before the move is made: tests whether the best known one has no rival, and is then searched
  /// deeper.
  void singular_extension() {
    extended_ = 0;
    if (n_.place() > 0 || !may_be_singular()) return;
    const Value singular_beta = n_.known->lower - singular_margin(n_.depth);
    s_.path.exclude(n_.ply, n_.move);
    if (Variant::search(s_, (n_.depth - 1) / 2, n_.ply, singular_beta - 1, singular_beta) >=
        singular_beta)
      return;
    s_.stats.count(Event::extension);
    extended_ = 1;
  }

  /// After the move has been made: the depth left for the child.
  int child_depth() {
    const Switches& on = s_.switches();
    if (!on.check_extension && !s_.prunes()) return n_.depth - 1;
    gives_check_ = (on.check_extension || on.lmr || on.lmr_simple) && s_.position.checkers() != 0;
    if (gives_check_ && on.check_extension && extended_ == 0 && n_.ply + n_.depth < max_ply - 1) {
      s_.stats.count(Event::extension);
      return searched_depth();
    }
    return searched_depth() - 1 + extended_;
  }

  /// By how many plies of that depth the child is first searched less deep.
  int reduction(int depth, Value a) const {
    const Switches& on = s_.switches();
    if (!s_.prunes() || a == -infinity || in_check_ || gives_check_) return 0;
    if (on.lmr) return std::min(late_move_reduction(depth), std::max(depth - 1, 0));
    return on.lmr_simple && is_late_move(n_.place(), depth, n_.move);
  }

  /// The move cut: scores it, and those tried before it.
  void learn() {
    if (!is_quiet(n_.move)) return;
    s_.learn_quiet_history(n_.depth, n_.ply, n_.move, true);
    for (std::size_t i = 0; i < n_.place(); ++i)
      if (const auto tried = n_.moves.picked(i); is_quiet(tried))
        s_.learn_quiet_history(n_.depth, n_.ply, tried, false);
  }

 private:
  bool drawn_here() const {
    return s_.path.repeated(n_.ply) || (s_.position.drawn_by_rule() && s_.position.count() > 0);
  }

  /// Notes the static value; what the table knows besides is closer to the truth.
  void note_static_eval() {
    if (in_check_ || !needs_static_eval(s_.switches()))
      return s_.path.set_static_eval(n_.ply, std::nullopt);
    static_eval_ = s_.evaluate();
    s_.path.set_static_eval(n_.ply, static_eval_);
    improving_ = s_.path.improving(n_.ply);
    if (!n_.known) return;
    const Value lower = n_.known->lower, upper = n_.known->upper;
    if (!is_mate(lower)) static_eval_ = std::max(static_eval_, lower);
    if (!is_mate(upper)) static_eval_ = std::min(static_eval_, upper);
  }

  bool reverse_futility_cuts(Value beta) const {
    if (!s_.switches().reverse_futility || n_.ply == 0 || n_.is_open || is_mate(beta) ||
        is_mate(static_eval_))
      return false;
    const auto margin = reverse_futility_margin(n_.depth, improving_);
    return margin && static_eval_ - *margin >= beta;
  }

  bool null_move_cuts(Value beta) {
    const Switches& on = s_.switches();
    const int depth = n_.depth - 1 - on.null_move -
                      (on.adaptive_null ? null_move_reduction(n_.depth, static_eval_ - beta) : 0);
    s_.stats.count(Event::null_try);
    const auto undo = s_.position.make_null();
    s_.path.leave(n_.ply, 0);
    s_.set_after_null_move(true);
    const Value value = depth > 0 ? -Variant::search(s_, depth, n_.ply + 1, -beta, 1 - beta)
                                  : -search_leaf(s_, n_.ply + 1, -beta, 1 - beta);
    s_.set_after_null_move(false);
    s_.position.unmake_null(undo);
    if (value < beta) return false;
    if (on.adaptive_null && n_.depth >= null_verification_depth && !null_move_verified(depth, beta))
      return false;
    s_.stats.count(Event::null_cutoff);
    return true;
  }

  /// Whether a search of this node without a null move reaches beta too.
  bool null_move_verified(int depth, Value beta) {
    s_.set_after_null_move(true);
    const Value value = Variant::search(s_, std::max(depth, 1), n_.ply, beta - 1, beta);
    s_.set_after_null_move(false);
    return value >= beta;
  }

  bool futile() {
    if (!futility_value_) return false;
    const Value most = *futility_value_ + immediate_gain(s_.position, n_.move);
    if (most > n_.alpha || gives_check(s_.position, n_.move)) return false;
    n_.floor = std::max(n_.floor, most);
    return true;
  }

  /// Whether the move is not worth a search near the horizon. Some other must have avoided mate.
  bool shallow_prune() {
    const Switches& on = s_.switches();
    const bool quiet = is_quiet(n_.move);
    if (n_.ply == 0 || in_check_ || n_.reached <= -mate_value + 1000) return false;
    if (quiet && on.lmp && n_.depth <= lmp_depth &&
        n_.place() >= lmp_move_count(n_.depth, improving_)) {
      n_.moves.drop_quiet(n_.next);
      return true;
    }
    if (quiet && on.lmr_futility && lmr_futile()) return true;
    return on.see_pruning && n_.depth <= see_pruning_depth &&
           see_below(see_pruning_margin(n_.depth, quiet));
  }

  bool lmr_futile() {
    const int left = std::max(n_.depth - 1 - late_move_reduction(n_.depth - 1), 0);
    const auto most = lmr_futility_value(left, static_eval_);
    if (!most || *most > std::max(n_.alpha, n_.reached) || gives_check(s_.position, n_.move))
      return false;
    n_.floor = std::max(n_.floor, *most);
    return true;
  }

  bool see_below(Value bearable) const {
    const Value at_stake = piece_value(chess::type_of(s_.position.piece_on(n_.move.from())));
    return at_stake - immediate_gain(s_.position, n_.move) > bearable &&
           see(s_.position, n_.move) < -bearable;
  }

  bool may_be_singular() const {
    return s_.switches().singular && n_.ply > 0 && n_.depth >= singular_depth && n_.storable &&
           n_.known && n_.known->has_move && n_.known->move == n_.move &&
           n_.known->depth + 3 >= n_.depth && n_.known->lower != -infinity &&
           !is_mate(n_.known->lower) && n_.ply + n_.depth < max_ply - 1;
  }

  int late_move_reduction(int depth) const {
    if (n_.place() < (n_.is_open ? 3u : 2u) || depth < 2) return 0;
    const bool quiet = is_quiet(n_.move);
    if (!quiet && n_.moves.promising(n_.place())) return 0;
    const auto row = std::min(static_cast<std::size_t>(depth), lmr_table.size() - 1);
    const auto column = std::min(n_.place(), lmr_table.size() - 1);
    int less = lmr_table[row][column];
    if (n_.is_open) less -= 1024;
    if (!improving_) less += 400;
    if (quiet && s_.has_quiet_history()) less -= n_.moves.quiet_score(n_.place()) / 8;
    return std::max(less / 1024, 0);
  }

  int searched_depth() const { return n_.depth - razored_; }

  NodeState<S>& n_;
  S& s_;
  bool in_check_ = false;  // known only where something depends on it
  bool razored_ = false;
  std::optional<Value> futility_value_;
  Value static_eval_ = 0;   // the static value, where something depends on it
  bool improving_ = false;  // it is better than two plies before
  int extended_ = 0;        // the move being searched, as the next
  bool gives_check_ = false;
};

/// Other games have no selective search.
struct NoSelectiveSearch {
  explicit NoSelectiveSearch(auto&) {}
};

}  // namespace plylab::search
