// Records every visit of a search, for small trees.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "search/base/result.h"

namespace plylab::search {

/// All visits of an iteration in the order in which they began. An unfinished visit has value 0.
/// What searches call at every node is not inlined into them, since traces are rare.
template <class Move>
class VisitTrace {
 public:
  void at_root() { path_.clear(); }
  [[gnu::noinline]] void down(Move move) { path_.push_back(std::move(move)); }
  [[gnu::noinline]] void visit(int ply, Value alpha, Value beta) {
    path_.resize(static_cast<std::size_t>(ply));
    open_.resize(static_cast<std::size_t>(ply));
    open_.push_back(visits_.size());
    visits_.push_back({path_, alpha, beta, 0, false});
  }
  [[gnu::noinline]] void leave(int ply, Value value) {
    visits_[open_[static_cast<std::size_t>(ply)]].value = value;
    open_.resize(static_cast<std::size_t>(ply));
    path_.resize(static_cast<std::size_t>(ply > 0 ? ply - 1 : 0));
  }
  /// The table narrowed the window of the node that is going on.
  void narrow(Value alpha, Value beta) {
    visits_[open_.back()].alpha = alpha;
    visits_[open_.back()].beta = beta;
  }
  /// The move searched last reached beta at the node that is going on.
  void cutoff() { visits_[open_.back()].cutoff = true; }

  /// Returns the visits so far and removes them.
  std::vector<Visit<Move>> take() { return std::exchange(visits_, {}); }

 private:
  std::vector<Visit<Move>> visits_;
  std::vector<Move> path_;
  std::vector<std::size_t> open_;  // by ply: the visit that is going on
};

}  // namespace plylab::search
