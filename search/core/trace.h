// A statistics policy that writes down every visit: for trees small enough to be read.
#pragma once

#include <cstddef>
#include <vector>

#include "search/core/statistics.h"

namespace plylab::search {

/// One visit of a node.
template <class Move>
struct Visit {
  std::vector<Move> path;  ///< from the root
  Value alpha, beta;       ///< the window, from the view of the side to move there
  Value value;             ///< what the visit returned
  bool cutoff;             ///< a move's value reached beta
};

/// Counters, and all visits in the order in which they began. An unfinished visit has value 0.
template <class Move>
struct VisitTrace : Counters {
  std::vector<Visit<Move>> visits;

  void at_root() { path_.clear(); }
  void down(Move move) { path_.push_back(move); }
  void visit(int ply, Value alpha, Value beta) {
    path_.resize(static_cast<std::size_t>(ply));
    open_.resize(static_cast<std::size_t>(ply));
    open_.push_back(visits.size());
    visits.push_back({path_, alpha, beta, 0, false});
  }
  void left(int ply, Value value) {
    visits[open_[static_cast<std::size_t>(ply)]].value = value;
    path_.resize(static_cast<std::size_t>(ply > 0 ? ply - 1 : 0));
  }
  void cutoff(std::size_t place) {
    Counters::cutoff(place);
    visits[open_.back()].cutoff = true;
  }

 private:
  std::vector<Move> path_;
  std::vector<std::size_t> open_;  // by ply: the visit that is going on
};

}  // namespace plylab::search
