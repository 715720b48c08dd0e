// One node of a search above depth 0, as the algorithms see it: its moves one by one, and their
// values. Table, move ordering, extensions and pruning happen in here, so that an algorithm is only
// its own listing:
//
//   Node<S> node(s, Mine::search<S>, depth, ply, alpha, beta);
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
#include <memory>
#include <optional>
#include <type_traits>

#include "search/core/node_state.h"
#include "search/selective/probcut.h"
#include "search/selective/selective_search.h"

namespace plylab::search {

/// S is the Searcher. All searches call the same code for what is long: where a file has one search
/// alone, as a guest's may, the compiler would inline it there, and rates could not be compared.
template <class S>
class Node {
  using Move = typename S::Move;
  using Pos = typename S::Pos;

 public:
  /// Enters the node, whose children `search` is to search. The path, the tables or pruning may
  /// settle it; the transposition table may narrow the window given.
  [[gnu::noinline]] Node(S& s, Search<S> search, int depth, int ply, Value& alpha, Value& beta)
      : n_(s, search, depth, ply, alpha, beta), selective_(n_) {
    s.enter(ply, alpha, beta, depth);
    if constexpr (S::is_chess)
      if (s.follows_path() && selective_.path_cutoff(alpha, beta)) return;
    if constexpr (S::is_chess)
      if (s.has_endgames() && settle_by_endgame()) return;
    if (s.table() != nullptr && probe(alpha, beta)) return;
    if (s.switches()["probcut"] != 0 && probcut_cuts(n_, alpha, beta)) return;
    if constexpr (S::is_chess)
      if (s.prunes() && selective_.prune_node(alpha, beta)) return;
    s.list_first_moves(n_.moves, n_.depth, ply, best_known());
    if (const auto over = s.game_over(n_.moves.size(), ply))
      n_.settle(*over);
    else if (n_.storable && s.switches()["etc"] != 0)
      cut_by_successor(alpha, beta);
  }
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node() {
    std::size_t picked = n_.next;  // counted here, because a limit ends nodes by an exception
    if (shares_moves() && n_.next > 0) [[unlikely]] {
      picked = std::max(picked, n_.shared.reached());
      end_active_move();
    }
    n_.s.stats.count(Event::picked, picked);
  }

  /// Whether the value is known without going through the node's moves: value() is then an exact
  /// value, or a bound outside the window.
  bool settled() const { return n_.settled; }
  Value value() const { return n_.value; }

  /// Goes on to the next move worth searching; false if there is none.
  bool next() {
    if (shares_moves()) [[unlikely]]
      return next_shared();
    return next_in_order();
  }

  /// The place of the move in the order of this node, 0 for the first.
  std::size_t place() const { return n_.place(); }

  /// Searches the position after the move with the window (a, b), seen from this node.
  Value descend(Value a, Value b) { return descend(a, b, n_.search); }
  /// The same with another search.
  [[gnu::noinline]] Value descend(Value a, Value b, Search<S> search) {
    if (n_.ply == 0) n_.s.root_record.open_window(a, b);
    if constexpr (S::is_chess)
      if (n_.s.prunes()) selective_.extend();
    if constexpr (S::can_value_unmade)
      if (n_.depth == 1 && n_.s.values_unmade() && surely_goes_on()) {
        const Value value = -n_.s.unmade_leaf(n_.move, n_.ply + 1, -b, -a);
        note_value(value);
        return value;
      }
    const auto step = make();
    child_depth_ = child_depth();
    Value value;
    if (const int less = reduction(child_depth_, a)) {
      n_.s.stats.count(Event::reduction);
      value = -search_child(search, child_depth_ - less, -a - 1, -a);
      if (value > a)
        value = n_.s.re_search([&] { return -search_child(search, child_depth_, -b, -a); });
    } else {
      value = -search_child(search, child_depth_, -b, -a);
    }
    n_.s.unmake(n_.move, step);
    note_value(value);
    return value;
  }

  /// The same once more with another window, because the null window (tested, tested + 1) has
  /// failed high: its value is only a bound.
  Value re_search(Value a, Value b, Value tested, Value bound) {
    S& s = n_.s;
    if (n_.ply == 0) {
      if (s.recording())
        s.root_record.note_move(n_.depth, place(), tested, tested + 1, bound, {n_.move});
      s.root_record.open_window(a, b);
    }
    return s.re_search([&] {
      const auto step = make();
      const Value value = -search_child(n_.search, child_depth_, -b, -a);
      s.unmake(n_.move, step);
      // A selective search may find less than the null window promised: a mate, even.
      n_.best_value = std::max(n_.best_before, value);
      return value;
    });
  }

  /// The move's value is inside the window and the best so far.
  void improve(Value value) {
    S& s = n_.s;
    n_.best_move = n_.move;
    s.pv.extend(n_.ply, n_.move);
    if (!s.recording()) return;
    s.ordering.learn(s.position, n_.depth, n_.ply, n_.move, false);
    if (n_.ply > 0) return;
    s.root_record.improve(n_.depth, n_.move, value, s.pv);
    s.root_record.note_move(n_.depth, place(), value, s.pv.from(0));
  }

  /// Leaves the node because the move's value reaches beta. There is no principal variation then.
  [[gnu::noinline]] Value cut(Value value) {
    S& s = n_.s;
    n_.best_move = n_.move;
    s.pv.clear(n_.ply);
    s.cut(place());
    if constexpr (S::is_chess) note_class();
    if (s.recording()) {
      s.ordering.learn(s.position, n_.depth, n_.ply, n_.move, true);
      if constexpr (S::is_chess)
        if (s.ordering.has_quiet_history()) learn_quiet_moves();
      if (n_.ply == 0) s.root_record.cut(n_.move);
    }
    return leave(value);
  }

  /// Leaves the node with its value: exact inside the window, outside a bound.
  Value leave(Value value) {
    value = std::max(value, n_.floor);
    if (n_.storable && n_.s.recording()) store(value);
    n_.s.leave(n_.ply, value);
    return value;
  }

 private:
  void note_value(Value value) {
    n_.best_before = n_.best_value;
    n_.best_value = std::max(n_.best_value, value);
  }

  const Move* best_known() const {
    return n_.s.ordering.best_known(n_.s.position, n_.known ? &*n_.known : nullptr, n_.depth);
  }

  /// Whether threads share the moves of this node.
  bool shares_moves() const {
    return n_.s.active_moves() != nullptr && n_.depth >= ActiveMoves::min_depth;
  }

  bool next_in_order() {
    while (n_.next < n_.moves.size() || add_rest()) {
      n_.move = n_.moves.pick(n_.next++);
      if constexpr (MovePicker<Pos>::in_stages)
        if (!n_.moves.promising(place()) && add_rest()) n_.move = n_.moves.pick(place());
      if constexpr (S::is_chess)
        if (n_.s.prunes() && selective_.prune_move()) continue;
      return true;
    }
    return false;
  }

  /// Lists the moves that were left for later; whether there are any.
  bool add_rest() {
    if constexpr (MovePicker<Pos>::in_stages)
      if (!n_.moves.is_complete()) {
        const std::size_t before = n_.moves.size();
        n_.s.list_rest(n_.moves, n_.depth, n_.ply);
        return n_.moves.size() > before;
      }
    return false;
  }

  /// Whether it is seen without making the move that the game goes on after it.
  bool surely_goes_on() requires S::can_value_unmade {
    if (!n_.replies) n_.replies = n_.s.position.sure_replies();
    return n_.replies->after(chess::type_of(n_.s.position.piece_on(n_.move.from())), n_.move);
  }

  [[gnu::noinline]] bool probe(Value& alpha, Value& beta) {
    S& s = n_.s;
    n_.storable = !n_.excluded && storable(s.position, n_.depth, s.switches()) &&
                  (n_.ply > 0 || !s.position.drawn_by_rule());
    // Below here endgame tables answer or not by the fifty-move clock, which the table ignores.
    // With more men they are reached only by a capture, which resets the clock.
    if constexpr (S::is_orthodox)
      if (s.has_endgames() && s.is_endgame()) n_.storable = false;
    if (!n_.storable) return false;
    s.stats.count(Event::probe);
    n_.known = s.table()->find(s.position);
    if (!n_.known) return false;
    s.stats.count(Event::hit);
    // The root must find its move.
    if (n_.ply == 0 || !holds(*n_.known, n_.depth, alpha, beta)) return false;
    const Value lower = at_ply(n_.known->lower, n_.ply);
    const Value upper = at_ply(n_.known->upper, n_.ply);
    if (lower != upper && s.switches()["exact-values"]) return false;
    if (lower >= beta || lower == upper) return settle_by_table(lower);
    if (upper <= alpha) return settle_by_table(upper);
    if (lower <= alpha && upper >= beta) return false;
    alpha = std::max(alpha, lower);
    beta = std::min(beta, upper);
    s.narrow(alpha, beta);
    return false;
  }

  /// Whether what the table knows of a position that is to be searched to this depth may be used as
  /// a value. A line being completed must find its moves.
  bool holds(const TTEntry<Move>& known, int depth, Value alpha, Value beta) const {
    const bool null_window = beta - alpha <= 1;
    if (n_.s.switches()["deeper"]) return known.depth >= depth && null_window;
    return known.depth == depth && (n_.s.recording() || null_window);
  }

  /// An enhanced transposition cutoff (Schaeffer and Plaat, "New advances in alpha-beta searching",
  /// ACM Computer Science Conference, 1996): before a move is searched, looks up the positions
  /// after all moves. If some value reaches beta, the node ends by the greatest; of equal ones by
  /// the first move in canonical order, so that every generator leads to the same nodes.
  [[gnu::noinline]] void cut_by_successor(Value alpha, Value beta) {
    S& s = n_.s;
    if (n_.ply == 0 || n_.depth < s.switches()["etc"]) return;
    if constexpr (MovePicker<Pos>::in_stages)
      if (!n_.moves.is_complete()) s.list_rest(n_.moves, n_.depth, n_.ply);
    Value best = -infinity;
    for (std::size_t place = 0; place < n_.moves.size(); ++place) {
      const Move move = n_.moves.picked(place);
      const auto undo = s.position.make(move);  // no visit: evaluation and traces do not follow
      const Value bound = known_after_move(alpha, beta);
      s.position.unmake(move, undo);
      if (bound < beta || bound < best) continue;
      if (bound == best && n_.best_move && *n_.best_move < move) continue;
      best = bound;
      n_.best_move = move;
    }
    if (!n_.best_move) return;
    s.stats.count(Event::table_cutoff);
    s.stats.count(Event::etc_cutoff);
    n_.settled = true;
    n_.value = leave(best);
  }

  /// What a move that has been made is at least worth by the table; −infinity if it does not know.
  Value known_after_move(Value alpha, Value beta) {
    S& s = n_.s;
    const int depth = s.depth_after(n_.depth, n_.ply);
    if (depth < 1 || !storable(s.position, depth, s.switches())) return -infinity;
    if constexpr (S::is_chess)
      if (s.follows_path() && selective_.repeats()) return -infinity;
    s.stats.count(Event::probe);
    const auto known = s.table()->find(s.position);
    if (!known) return -infinity;
    s.stats.count(Event::hit);
    if (!holds(*known, depth, alpha, beta)) return -infinity;
    if (known->lower != known->upper && s.switches()["exact-values"]) return -infinity;
    return -at_ply(known->upper, n_.ply + 1);
  }

  [[gnu::noinline]] bool settle_by_endgame() {
    const auto value = n_.s.endgame_value(n_.ply);
    return value && n_.settle(*value);
  }

  bool settle_by_table(Value value) {
    n_.s.stats.count(Event::table_cutoff);
    return n_.settle(value);
  }

  [[gnu::noinline]] void store(Value value) {
    const Value own = from_ply(value, n_.ply);
    const bool low = value <= n_.alpha, high = value >= n_.beta;
    const bool collision = n_.s.table()->store(
        n_.s.position,
        {static_cast<std::int16_t>(low ? -infinity : own),
         static_cast<std::int16_t>(high ? infinity : own), static_cast<std::uint8_t>(n_.depth),
         n_.best_move.has_value(), n_.best_move.value_or(Move{})});
    if (collision) n_.s.stats.count(Event::collision);
  }

  [[gnu::noinline]] void note_class() {
    S& s = n_.s;
    s.stats.cutoff_by(
        s.ordering.class_of(s.position, s.path, n_.ply, n_.move, n_.moves.is_best_known(place())));
  }

  /// The move cut: scores it if it is quiet, and the quiet moves before it in the order.
  void learn_quiet_moves() {
    if (!is_quiet(n_.move)) return;
    S& s = n_.s;
    s.ordering.learn_quiet(s.position, s.path, n_.depth, n_.ply, n_.move, true);
    for (std::size_t i = 0; i < place(); ++i)
      if (const auto tried = n_.moves.picked(i); is_quiet(tried))
        s.ordering.learn_quiet(s.position, s.path, n_.depth, n_.ply, tried, false);
  }

  /// As next(), but moves that another thread is searching come last: their values are in the table
  /// then, or we help to find them. A thread that has joined the node leaves them out, and the
  /// first move, too: the thread that opened the node takes the values from the table.
  [[gnu::noinline]] bool next_shared() {
    ActiveMoves& active = *n_.s.active_moves();
    const auto* const joined = n_.s.joined_at(n_.ply);
    if (n_.next == 0) {
      n_.shared.start();
      if (joined != nullptr) n_.storable = false;
    } else {
      end_active_move();
      n_.next = std::max(n_.next, n_.shared.reached());
    }
    const auto is_free = [&](std::size_t place) { return !active.has(name_of_move(place)); };
    if (n_.split.take_improved() && resume(is_free)) return true;
    while (next_in_order()) {
      if (joined != nullptr && n_.move == joined->first) continue;
      if (joined == nullptr && place() == 0) return true;
      open_split_point();
      const auto name = name_of_move(place());
      if (active.has(name) && n_.shared.put_off(place())) {
        n_.s.stats.count(Event::deferral);
        continue;
      }
      active.add(name);
      n_.shared.set_active(name);
      return true;
    }
    if (joined != nullptr) return false;
    return resume(is_free) || resume([](std::size_t) { return true; });
  }

  std::uint64_t name_of_move(std::size_t place) const {
    return ActiveMoves::name_of(n_.s.position.key(), n_.moves.picked(place), n_.depth);
  }

  /// Goes on to a move that was put off and of which `ready(place)` is true; false if there is
  /// none.
  bool resume(auto&& ready) {
    const auto place = n_.shared.resume(n_.next, ready);
    if (!place) return false;
    n_.move = n_.moves.picked(*place);
    n_.next = *place + 1;
    return true;
  }

  /// With the switch ybw, lets other threads join the node after its first move.
  void open_split_point() {
    S& s = n_.s;
    if (s.split_points() == nullptr || n_.depth < SplitPoint<S>::min_depth || n_.split.is_open() ||
        n_.excluded || !s.recording() || s.joined_at(n_.ply) != nullptr)
      return;
    n_.split.open(*s.split_points(),
                  typename SplitPoints<S>::Point(new SplitPoint<S>{
                      n_.search, n_.depth, n_.ply, std::max(n_.alpha, n_.best_value), n_.beta,
                      n_.moves.picked(0), s.position, s.path}));
  }

  /// The move that was searched last is free for other threads again.
  [[gnu::noinline]] void end_active_move() {
    if (n_.shared.active() != 0) n_.s.active_moves()->remove(n_.shared.active());
    n_.shared.set_active(0);
  }

  int child_depth() {
    if constexpr (S::is_chess)
      if (n_.s.prunes() || n_.s.switches()["checks"]) return selective_.child_depth();
    return n_.depth - 1;
  }

  int reduction(int depth, Value a) const {
    if constexpr (S::is_chess)
      if (n_.s.prunes()) return selective_.reduction(depth, a);
    return 0;
  }

  /// Makes the move.
  auto make() {
    if constexpr (S::is_chess) {
      n_.s.path.set_move(n_.ply, n_.move);
      if (n_.s.follows_path()) n_.s.path.leave(n_.ply, piece_target(n_.s.position, n_.move));
    }
    return n_.s.make(n_.move);
  }

  Value search_child(Search<S> search, int depth, Value a, Value b) {
    if (depth <= 0) return search_leaf(n_.s, n_.ply + 1, a, b);
    const Value value = search(n_.s, depth, n_.ply + 1, a, b);
    n_.s.returned(n_.ply + 1, value);
    return value;
  }

  NodeState<S> n_;
  int child_depth_ = 0;  // of the last move made; a leaf that is valued without making it has 0
  [[no_unique_address]] std::conditional_t<S::is_chess, SelectiveSearch<S>, NoSelectiveSearch>
      selective_;
};

}  // namespace plylab::search
