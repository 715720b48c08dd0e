// Counts the nodes of a search by type, while it runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/position.h"
#include "search/base/node_types.h"

namespace plylab::search {

/// Told of every visit, as VisitTrace is; keeps only the visits that are going on.
///
/// A search of the root with an open window expects a node of the principal variation there. With a
/// null window there is none, and the root is a cut node or an all node: which of the two is known
/// when it returns. All types below alternate, so that they are counted as if the root were a cut
/// node, and change names if it was not.
template <class Move>
class TypeCounter {
 public:
  void at_root() {
    open_.clear();
    moves_.clear();
  }
  void down(Move move) { moves_.push_back(std::move(move)); }
  void visit(int ply, Value alpha, Value beta, int /*depth*/, Key key, const Counters& /*counts*/) {
    note_value_of_child();
    const Node node = ply == 0 && !is_aside(0) ? root(alpha, beta) : below(ply, alpha, beta, key);
    moves_.clear();
    TypeTally& tally = tally_of(node);
    ++tally.nodes;
    if (!node.critical) ++tally.outside;
    if (!node.critical_if_all) ++outside_if_all_[node.ply][index_of(node.type)];
    open_.push_back({node, ply, alpha, beta});
  }
  void leave(int ply, Value value, Key /*key*/, const Counters& /*counts*/) {
    note_value_of_child();
    moves_.clear();
    auto at = open_.end();
    while (at != open_.begin() && (at - 1)->ply > ply) --at;
    if (at == open_.begin() || (at - 1)->ply != ply) return;  // it was not entered
    left_ = *(at - 1);
    open_.erase(at - 1, open_.end());
    count_left(value);
  }
  void returned(int ply, Value value, Key key, const Counters& counts) {
    if (!open_.empty() && open_.back().ply >= ply) return leave(ply, value, key, counts);
    if (!left_ || left_->ply != ply) return;
    --actual_of(*left_);
    if (std::uint64_t* const place = best_place_of(*left_)) --*place;
    count_left(value);
  }
  void narrow(Value, Value) {}
  void cutoff(std::size_t place) {
    if (!open_.empty())
      ++tally_of(open_.back().node).cut_index[std::min(place, Counters::last_bin)];
  }

  /// Returns the counts so far and removes them.
  NodeTypes take() {
    end_root();
    return std::exchange(counts_, {});
  }

 private:
  struct Node {
    std::size_t ply;
    NodeType type;
    /// In the critical tree, and the same if the root is an all node.
    std::optional<NodeType> critical = {}, critical_if_all = {};
    std::optional<std::size_t> place = {};  // of the move to it, 0 for the first
  };
  struct Open {
    Node node;
    int ply;
    Value alpha, beta;
    std::optional<Move> last = {};  // the move searched last
    Key last_key = {};              // of the position after it
    Value last_alpha = 0, last_beta = 0;
    std::size_t moves = 0;  // searched so far
    std::size_t best_place = 0;
    Value best = -infinity;  // of these moves
    Value value = 0;         // when it was left
    NodeType actual = {};
  };
  /// A node that was visited on its own, as in a search by a list, with its first child and next
  /// sibling; 0: none.
  struct Listed {
    Node node;
    Move move;
    std::size_t child = 0, sibling = 0;
  };

  /// Begins a search of the root.
  Node root(Value alpha, Value beta) {
    end_root();
    null_window_ = beta - alpha <= 1;
    const NodeType type = null_window_ ? NodeType::cut : NodeType::pv;
    const Node node{0, type, type, NodeType::all};
    open_.clear();
    listed_.assign(1, {node, Move{}});
    return node;
  }
  /// Adds the counts of the last search of the root.
  void end_root() {
    const bool is_all = null_window_ && !search_.plies.empty() &&
                        search_.plies.front()[NodeType::cut].turned_out(NodeType::all) > 0;
    for (std::size_t ply = 0; is_all && ply < search_.plies.size(); ++ply) {
      TypeTallies& tallies = search_.plies[ply];
      for (const NodeType type : {NodeType::cut, NodeType::all})
        tallies[type].outside = outside_if_all_[ply][index_of(type)];
      std::swap(tallies[NodeType::cut], tallies[NodeType::all]);
    }
    counts_ += search_;
    search_ = {};
    outside_if_all_.clear();
  }

  /// Whether a node at this ply is searched again within itself, as after a null move that cut or
  /// without its best move.
  bool is_aside(int ply) const {
    return moves_.empty() && !open_.empty() && open_.back().ply == ply;
  }

  Node below(int ply, Value alpha, Value beta, Key key) {
    if (is_aside(ply)) {
      const Node& same = open_.back().node;
      return {same.ply, same.type};
    }
    while (!open_.empty() && open_.back().ply >= ply) open_.pop_back();
    if (open_.empty() || open_.back().ply < ply - 1) return listed(ply);
    Open& parent = open_.back();
    const bool is_made_once = moves_.empty() && parent.last && parent.last_key == key;
    if (moves_.empty() && !is_made_once)  // a null move
      return {parent.node.ply + 1, expected_child(parent.node.type, 1, false)};
    const bool again = is_made_once || parent.last == moves_.back();
    const bool wider = again && (parent.last_alpha != alpha || parent.last_beta != beta);
    if (!again) ++parent.moves;
    if (!is_made_once) parent.last = moves_.back();
    parent.last_key = key;
    parent.last_alpha = alpha;
    parent.last_beta = beta;
    return child(parent.node, parent.moves - 1, wider);
  }

  static Node child(const Node& parent, std::size_t place, bool again) {
    return {parent.ply + 1, expected_child(parent.type, place, again),
            critical_child(parent.critical, place), critical_child(parent.critical_if_all, place),
            place};
  }

  /// The node at the end of the path from the root; its siblings are known in their order.
  Node listed(int ply) {
    if (listed_.empty()) return {static_cast<std::size_t>(ply), NodeType::pv};  // no root entered
    std::size_t at = 0;
    for (const Move& move : moves_) {
      std::size_t place = 0, before = 0;
      std::size_t next = listed_[at].child;
      for (; next != 0 && listed_[next].move != move; next = listed_[next].sibling, ++place)
        before = next;
      if (next == 0) {
        next = listed_.size();
        (place == 0 ? listed_[at].child : listed_[before].sibling) = next;
        listed_.push_back({child(listed_[at].node, place, false), move});
      }
      at = next;
    }
    Node node = listed_[at].node;
    node.ply = static_cast<std::size_t>(ply);
    return node;
  }

  /// Counts the visit that was left last by its value.
  void count_left(Value value) {
    left_->value = value;
    left_->actual = actual_type(value, left_->alpha, left_->beta);
    ++actual_of(*left_);
    if (std::uint64_t* const place = best_place_of(*left_)) ++*place;
    is_noted_ = false;
  }
  /// Compares the visit that was left last with its parent's other moves: not at once, because
  /// returned() may say another value.
  void note_value_of_child() {
    if (!left_ || std::exchange(is_noted_, true) || !left_->node.place || open_.empty()) return;
    Open& parent = open_.back();
    if (parent.ply != left_->ply - 1 || -left_->value <= parent.best) return;
    parent.best = -left_->value;
    parent.best_place = *left_->node.place;
  }
  /// Where the best move of a visit is counted; null if its value was outside the window, or no
  /// search of a move.
  std::uint64_t* best_place_of(const Open& visit) {
    if (visit.actual != NodeType::pv || visit.best == -infinity) return nullptr;
    return &tally_of(visit.node).best_index[std::min(visit.best_place, Counters::last_bin)];
  }

  static constexpr std::size_t index_of(NodeType type) { return static_cast<std::size_t>(type); }
  TypeTally& tally_of(const Node& node) {
    if (search_.plies.size() <= node.ply) {
      search_.plies.resize(node.ply + 1);
      outside_if_all_.resize(node.ply + 1);
    }
    return search_.plies[node.ply][node.type];
  }
  std::uint64_t& actual_of(const Open& visit) {
    return tally_of(visit.node).actual[index_of(visit.actual)];
  }

  NodeTypes counts_, search_;  // of the iteration, and of the last search of the root
  bool null_window_ = false;   // that search has
  std::vector<std::array<std::uint64_t, node_type_names.size()>> outside_if_all_;  // by ply, type
  std::vector<Open> open_;
  std::optional<Open> left_;  // the visit that was left last
  bool is_noted_ = true;      // its parent knows its value
  std::vector<Move> moves_;   // made since the last visit began or ended
  std::vector<Listed> listed_;
};

}  // namespace plylab::search
