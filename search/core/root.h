// The root of a search: the moves to choose from, the best moves found so far, and each search of
// it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/game/position.h"
#include "search/base/result.h"
#include "search/base/value.h"
#include "search/core/budget.h"
#include "search/core/pv_table.h"

namespace plylab::search {

/// Some moves of the root; none chosen: all of them.
template <Position P>
class RootMoves {
 public:
  using Move = typename P::Move;

  void choose(std::vector<Move> moves) { chosen_ = std::move(moves); }
  bool restricted() const { return !chosen_.empty(); }

  /// Removes all but the chosen moves from the list, keeping its order.
  void restrict(typename P::MoveList& moves) const {
    typename P::MoveList kept;
    for (const Move move : moves)
      if (std::find(chosen_.begin(), chosen_.end(), move) != chosen_.end()) kept.add(move);
    moves = kept;
  }

 private:
  std::vector<Move> chosen_;
};

/// Records what happens at the root, and notifies the observer.
template <class Move>
class RootRecord {
 public:
  /// The budget, which knows nodes and seconds, must outlive the record.
  explicit RootRecord(const Budget& budget) : budget_(budget) {}

  /// From now on calls the observer.
  void set_observer(Observer<Move> observer) { observer_ = std::move(observer); }

  void start_iteration() {
    cut_.reset();
    earlier_changes_ = changes_.size();
  }

  std::vector<RootChange<Move>>& changes() { return changes_; }
  std::vector<RootSearch<Move>>& searches() { return searches_; }

  /// A move has turned out best; `pv` has the line that begins with it.
  void improve(int depth, Move move, Value value, const PvTable<Move>& pv) {
    change(depth, move, value);
    if (observer_.info && continues_last_iteration()) report(depth, value, pv.from(0));
  }
  void change(int depth, Move move, Value value) {
    changes_.push_back({depth, move, value, budget_.visited(), budget_.seconds()});
  }

  /// A move has reached beta.
  void cut(Move move) { cut_ = move; }

  /// The window was too low: the move that cut is worth at least the value.
  void fail_high(int depth, Value value, const PvTable<Move>& pv) {
    if (cut_) improve(depth, *cut_, value, pv);
  }

  /// Whether this iteration searched the last one's best move first: then each change is an
  /// improvement on it from the moment it is found.
  bool continues_last_iteration() const {
    return earlier_changes_ > 0 && changes_.size() > earlier_changes_ &&
           changes_[earlier_changes_].move == changes_[earlier_changes_ - 1].move;
  }

  /// Notes a finished search of the root.
  void note_search(int depth, Value alpha, Value beta, Value value, const PvTable<Move>& pv) {
    std::vector<Move> line;
    if (value >= beta && cut_) line.push_back(*cut_);
    if (value > alpha && value < beta) line = pv.from(0);
    note(depth, 0, alpha, beta, value, std::move(line));
  }
  /// A move of the root is searched with this window.
  void open_window(Value alpha, Value beta) { alpha_ = alpha, beta_ = beta; }
  /// Notes that the move at the place, 0 for the first, has become the best in the window opened
  /// last.
  void note_move(int depth, std::size_t place, Value value, std::vector<Move> line) {
    note_move(depth, place, alpha_, beta_, value, std::move(line));
  }
  /// Notes that the move's null window has failed high.
  void note_move(int depth, std::size_t place, Value alpha, Value beta, Value value,
                 std::vector<Move> line) {
    note(depth, place + 1, alpha, beta, value, std::move(line));
  }

  /// Tells the observer, if there is one.
  void report(int depth, Value value, std::vector<Move> line) const {
    if (observer_.info)
      observer_.info({depth, value, std::move(line), budget_.visited(), budget_.seconds()});
  }
  /// The search is over.
  void end() const {
    if (observer_.ended) observer_.ended(changes_.empty() ? nullptr : &changes_.back());
  }

 private:
  void note(int depth, std::size_t place, Value alpha, Value beta, Value value,
            std::vector<Move> line) {
    searches_.push_back(
        {depth, place, alpha, beta, value, budget_.visited(), budget_.seconds(), std::move(line)});
  }

  const Budget& budget_;
  Observer<Move> observer_;
  std::vector<RootChange<Move>> changes_;
  std::size_t earlier_changes_ = 0;  // those of earlier iterations
  Value alpha_ = -infinity, beta_ = infinity;
  std::vector<RootSearch<Move>> searches_;
  std::optional<Move> cut_;
};

/// Searches the root once and notes it for the trace.
template <class Search, class S>
Value search_root(S& s, int depth, Value alpha, Value beta) {
  const Value value = Search::search(s, depth, 0, alpha, beta);
  s.returned(0, value);
  s.root_record.note_search(depth, alpha, beta, value, s.pv);
  return value;
}

/// The same once more: counted as a second search.
template <class Search, class S>
Value re_search_root(S& s, int depth, Value alpha, Value beta) {
  return s.re_search([&] { return search_root<Search>(s, depth, alpha, beta); });
}

}  // namespace plylab::search
