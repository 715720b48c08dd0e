// One node of a search above depth 0, as the algorithms see it: its moves one by one, and their
// values. Table, move ordering, extensions and pruning happen in here, so that an algorithm is only
// its own listing:
//
//   Node<Mine, S> node(s, depth, ply, alpha, beta);
//   if (node.settled()) return node.value();
//   while (node.next()) {
//     const Value value = node.descend(alpha, beta);
//     if (value >= beta) return node.cut(value);
//     if (value > alpha) node.improve(alpha = value);
//   }
//   return node.leave(alpha);
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/horizon.h"
#include "search/move_picker.h"
#include "search/pruning.h"
#include "search/searcher.h"

namespace plylab::search {

/// `Variant` is the algorithm that searches the children, S the Searcher.
template <class Variant, class S>
class Node {
  using Move = typename S::Move;
  using Game = typename S::Game;

 public:
  /// Enters the node. What the table knows may settle it, or narrow the window given.
  Node(S& s, int depth, int ply, Value& alpha, Value& beta)
      : s_(s), depth_(depth), ply_(ply), alpha_(alpha), beta_(beta) {
    s.enter(ply, alpha, beta);
    if (s.table() != nullptr && probe(alpha, beta)) return;
    if constexpr (S::is_chess)
      if (prune(alpha, beta)) return;
    s.list_moves(moves_, depth, ply, s.best_known(best_ ? &*best_ : nullptr, depth));
    if (const auto over = s.game_over(moves_.size(), ply)) settle(*over);
  }

  /// Whether the value is known without searching a move: value() is then an exact value, or a
  /// bound outside the window.
  bool settled() const { return settled_; }
  Value value() const { return value_; }

  /// Goes on to the next move worth searching; false if there is none.
  bool next() {
    while (next_ < moves_.size()) {
      move_ = moves_.pick(next_++);
      if (!futile()) return true;
      s_.stats.count(Event::futile);
    }
    return false;
  }

  /// The place of the move in the order of this node, 0 for the first.
  std::size_t place() const { return next_ - 1; }

  /// Searches the position after the move with the window (a, b), seen from this node.
  template <class Into = Variant>
  Value descend(Value a, Value b) {
    const auto step = s_.make(move_);
    const int depth = child_depth();
    Value value;
    if (may_reduce(depth, a)) {
      s_.stats.count(Event::reduction);
      value = -search_child<Into>(depth - 1, -a - 1, -a);
      if (value > a) value = -search_child<Into>(depth, -b, -a);
    } else {
      value = -search_child<Into>(depth, -b, -a);
    }
    s_.unmake(move_, step);
    return value;
  }

  /// The same once more with another window, because the value of the first time is only a bound.
  Value search_again(Value a, Value b, Value bound) {
    if (ply_ == 0)
      s_.note_root_search({depth_, a, bound, bound, s_.visited(), s_.seconds(), {move_}});
    return s_.again([&] {
      const auto step = s_.make(move_);
      const Value value = -search_child<Variant>(child_depth(), -b, -a);
      s_.unmake(move_, step);
      return value;
    });
  }

  /// The move's value is inside the window and the best so far.
  void improve(Value value) {
    best_move_ = move_;
    s_.learn(depth_, ply_, move_, false);
    s_.lines.extend(ply_, move_);
    if (ply_ == 0) s_.improve_root(depth_, move_, value);
  }

  /// Leaves the node because the move's value reaches beta. There is no principal variation then.
  Value cut(Value value) {
    best_move_ = move_;
    s_.lines.clear(ply_);
    s_.stats.cutoff(place());
    s_.learn(depth_, ply_, move_, true);
    if (ply_ == 0) s_.cut_root(move_);
    return leave(value);
  }

  /// Leaves the node with its value: exact inside the window, outside a bound.
  Value leave(Value value) {
    value = std::max(value, floor_);
    if (storable_ && s_.recording()) store(value);
    s_.stats.left(ply_, value);
    return value;
  }

 private:
  bool settle(Value value) {
    settled_ = true;
    value_ = value;
    s_.stats.left(ply_, value);
    return true;
  }

  bool probe(Value& alpha, Value& beta) {
    storable_ = s_.storable(depth_) && (ply_ > 0 || !s_.position.drawn());
    if (!storable_) return false;
    s_.stats.count(Event::probe);
    const Knowledge<Move>* known = s_.table()->find(s_.position);
    if (known == nullptr) return false;
    s_.stats.count(Event::hit);
    best_ = *known;
    // The root must find its move, and a line being completed its moves.
    if (known->depth != depth_ || ply_ == 0 || (!s_.recording() && beta - alpha > 1)) return false;
    const Value lower = TranspositionTable<Game>::at_ply(known->lower, ply_);
    const Value upper = TranspositionTable<Game>::at_ply(known->upper, ply_);
    if (lower != upper && s_.switches().exact_values) return false;
    if (lower >= beta || lower == upper) return settle_by_table(lower);
    if (upper <= alpha) return settle_by_table(upper);
    if (lower > alpha || upper < beta) s_.stats.count(Event::tightening);
    alpha = std::max(alpha, lower);
    beta = std::min(beta, upper);
    return false;
  }

  bool settle_by_table(Value value) {
    s_.stats.count(Event::table_cutoff);
    return settle(value);
  }

  void store(Value value) {
    const Value own = TranspositionTable<Game>::from_ply(value, ply_);
    const bool low = value <= alpha_, high = value >= beta_;
    const bool collision =
        s_.table()->store(s_.position, {static_cast<std::int16_t>(low ? -infinity : own),
                                        static_cast<std::int16_t>(high ? infinity : own),
                                        static_cast<std::uint8_t>(depth_), best_move_.has_value(),
                                        best_move_.value_or(Move{})});
    if (collision) s_.stats.count(Event::collision);
  }

  // ---- what only chess knows; the rules are in pruning.h ----

  bool prune(Value alpha, Value beta) {
    const bool after_null = s_.passed();
    s_.set_passed(false);
    const Switches& on = s_.switches();
    if (!prunes(on)) return false;
    in_check_ = s_.position.checkers() != 0;
    if (in_check_) return false;
    if (ply_ > 0 && !after_null && may_pass(s_.position, on, beta) && null_move_cuts(beta))
      return settle(beta);
    if (!on.razoring && !on.extended_futility && !on.futility) return false;
    reduced_ = razored(on, depth_, s_.evaluate(), alpha);
    if (reduced_) s_.stats.count(Event::razored);
    optimism_ = futility_limit(on, searched_depth(), s_.evaluate());
    return false;
  }

  bool null_move_cuts(Value beta) {
    s_.stats.count(Event::null_try);
    const auto undo = s_.position.make_null();
    s_.set_passed(true);
    const Value value =
        -search_child<Variant>(depth_ - 1 - s_.switches().null_move, -beta, 1 - beta);
    s_.set_passed(false);
    s_.position.unmake_null(undo);
    if (value < beta) return false;
    s_.stats.count(Event::null_cutoff);
    return true;
  }

  /// Whether the move can be left out; what it could gain at most is then the least value that the
  /// node may claim as its upper bound.
  bool futile() {
    if constexpr (S::is_chess) {
      if (!optimism_) return false;
      const Value most = *optimism_ + immediate_gain(s_.position, move_);
      if (most > alpha_ || gives_check(s_.position, move_)) return false;
      floor_ = std::max(floor_, most);
      return true;
    } else {
      return false;
    }
  }

  bool may_reduce(int depth, Value a) const {
    if constexpr (S::is_chess)
      return s_.switches().late_moves && is_late(place(), depth, move_) && a > -infinity &&
             !in_check_ && s_.position.checkers() == 0;
    else
      return false;
  }

  int searched_depth() const { return depth_ - reduced_; }

  /// The depth left for the child; the move has been made.
  int child_depth() {
    if constexpr (S::is_chess)
      if (s_.switches().check_extension && ply_ + depth_ < max_ply - 1 &&
          s_.position.checkers() != 0) {
        s_.stats.count(Event::extension);
        return searched_depth();
      }
    return searched_depth() - 1;
  }

  template <class Into>
  Value search_child(int depth, Value a, Value b) {
    return depth > 0 ? Into::search(s_, depth, ply_ + 1, a, b) : horizon(s_, ply_ + 1, a, b);
  }

  S& s_;
  const int depth_, ply_;
  const Value alpha_, beta_;  // the window as it was given
  bool settled_ = false;
  bool storable_ = false;
  bool in_check_ = false;  // known only where something depends on it
  bool reduced_ = false;
  Value value_ = 0;
  Value floor_ = -infinity;
  std::optional<Value> optimism_;
  std::optional<Knowledge<Move>> best_;
  std::optional<Move> best_move_;
  Move move_{};
  std::size_t next_ = 0;
  MovePicker<Game> moves_;
};

}  // namespace plylab::search
