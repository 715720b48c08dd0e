// SSS*: best-first search with a list of open states.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "search/core/budget.h"
#include "search/core/quiescence.h"
#include "search/core/root.h"

namespace plylab::search {

/// Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12, 1979: the
/// state of greatest merit leaves OPEN, the leftmost among equals, and his operator Γ puts its
/// successors in. Values are from the root's view; MAX is the side to move there.
///
/// Every node that was generated stays in memory: for small trees. Table, null move and the other
/// prunings do not apply to it.
struct Sss {
  static constexpr bool full_width_only = true;
  static constexpr bool single_thread = true;

  /// The maximum number of nodes; with more the search throws OutOfMemory.
  static constexpr std::size_t max_nodes = 4'000'000;

  template <class S>
  static Value iterate(S& s, int depth, std::optional<Value>) {
    const Value value = StateSpace<S>(s, depth).solve();
    s.set_up();
    s.root_record.note_search(depth, -infinity, infinity, value, s.pv);
    return value;
  }

 private:
  template <class S>
  class StateSpace;
};

template <class S>
class Sss::StateSpace {
  using Move = typename S::Move;
  using Number = std::uint32_t;

  struct Node {
    Number parent;
    Number place;     // among its siblings
    Number siblings;  // their number, including this one
    std::int16_t ply;
    std::int16_t depth;  // left below it
    bool solved;
    Move move;
  };

  /// An element of OPEN.
  struct State {
    Value merit;
    bool solved;
    Number node;
  };

 public:
  StateSpace(S& s, int depth) : s_(s), open_(After{this}) {
    nodes_.push_back({0, 0, 1, 0, static_cast<std::int16_t>(depth), false, Move{}});
  }

  Value solve() {
    open_.push({infinity, false, 0});
    while (true) {
      const State state = open_.top();
      open_.pop();
      if (purged(state.node)) continue;
      if (state.solved && state.node == 0) return state.merit;
      if (state.solved)
        go_on(state);
      else
        expand(state);
    }
  }

 private:
  /// Orders OPEN: smaller merit comes later, then states further right in the tree.
  struct After {
    const StateSpace* space;
    bool operator()(const State& a, const State& b) const {
      return a.merit != b.merit ? a.merit < b.merit : space->right_of(a.node, b.node);
    }
  };

  bool is_max(Number node) const { return nodes_[node].ply % 2 == 0; }

  /// Whether a is right of b in the tree. A state and a purged one below it count as equal; purged
  /// states are dropped, so that their order does not matter.
  bool right_of(Number a, Number b) const {
    while (nodes_[a].ply > nodes_[b].ply) a = nodes_[a].parent;
    while (nodes_[b].ply > nodes_[a].ply) b = nodes_[b].parent;
    while (nodes_[a].parent != nodes_[b].parent) {
      a = nodes_[a].parent;
      b = nodes_[b].parent;
    }
    return nodes_[a].place > nodes_[b].place;
  }

  /// Whether a solved MAX ancestor removes the node from OPEN; such nodes are dropped when they
  /// reach the front.
  bool purged(Number node) const {
    while (node != 0) {
      node = nodes_[node].parent;
      if (nodes_[node].solved) return true;
    }
    return false;
  }

  /// Γ for a solved state.
  void go_on(const State& state) {
    const Node node = nodes_[state.node];
    if (!is_max(state.node)) {
      nodes_[node.parent].solved = true;  // its other successors can only be worse
      open_.push({state.merit, true, node.parent});
    } else if (node.place + 1 < node.siblings) {
      open_.push({state.merit, false, state.node + 1});
    } else {
      open_.push({state.merit, true, node.parent});
    }
  }

  /// Γ for a live state: visits the node.
  void expand(const State& state) {
    const Node node = nodes_[state.node];
    if (state.node != 0) {
      s_.stats.count(Event::picked);
      if (node.depth == nodes_[node.parent].depth) s_.stats.count(Event::check_extension);
    }
    stand_at(state.node);
    const Value ours = is_max(state.node) ? 1 : -1;
    if (node.depth <= 0) {
      const Value value = ours * search_leaf(s_, node.ply, -infinity, infinity);
      return open_.push({std::min(state.merit, value), true, state.node});
    }
    s_.enter(node.ply, -infinity, infinity);
    MovePicker<typename S::Pos> moves;
    s_.list_moves(moves, node.depth, node.ply,
                  s_.ordering.best_known(s_.position, nullptr, node.depth));
    if (const auto over = s_.game_over(moves.size(), node.ply)) {
      s_.leave(node.ply, *over);
      return open_.push({std::min(state.merit, ours * *over), true, state.node});
    }
    const Number first = add_children(state.node, moves);  // the node is not left: it has no value
    const std::size_t live = is_max(state.node) ? moves.size() : 1;
    for (Number i = 0; i < live; ++i) open_.push({state.merit, false, first + i});
  }

  Number add_children(Number parent, MovePicker<typename S::Pos>& moves) {
    if (nodes_.size() + moves.size() > max_nodes)
      throw OutOfMemory(fmt::format("more than {} nodes would have to be kept", max_nodes));
    const auto first = static_cast<Number>(nodes_.size());
    const Node above = nodes_[parent];
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves.pick(i);
      const int depth = above.depth - 1 + extension(move);
      nodes_.push_back({parent, static_cast<Number>(i), static_cast<Number>(moves.size()),
                        static_cast<std::int16_t>(above.ply + 1), static_cast<std::int16_t>(depth),
                        false, move});
    }
    return first;
  }

  /// As in Node: a move that gives check costs no depth. It is counted when it is searched.
  int extension(Move move) {
    if constexpr (S::is_chess)
      if (s_.switches()["checks"] && gives_check(s_.position, move)) return 1;
    return 0;
  }

  /// Sets up the node's position by its path.
  void stand_at(Number node) {
    std::vector<Move> path;
    for (; node != 0; node = nodes_[node].parent) path.push_back(nodes_[node].move);
    std::reverse(path.begin(), path.end());
    s_.set_up();
    for (const Move move : path) s_.make(move);
  }

  S& s_;
  std::vector<Node> nodes_;
  std::priority_queue<State, std::vector<State>, After> open_;
};

}  // namespace plylab::search
