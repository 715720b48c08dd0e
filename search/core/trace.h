// Records every visit of a search, for small trees.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/result.h"

namespace plylab {
namespace chess {
template <class Rules>
class MailboxOf;
}

namespace search {

/// Whether searches on these boards can be traced: in chess only on one, since the others must lose
/// no time.
template <class P>
inline constexpr bool can_trace = !chess::ChessPosition<P>;
template <class Rules>
inline constexpr bool can_trace<chess::MailboxOf<Rules>> = true;

/// All visits of an iteration in the order in which they began. An unfinished visit has value 0.
/// What searches call at every node is not inlined into them, since traces are rare.
template <class Move>
class VisitTrace {
 public:
  void at_root() { cut_path(0); }
  [[gnu::noinline]] void down(Move move) { path_.push_back(std::move(move)); }
  [[gnu::noinline]] void visit(int ply, Value alpha, Value beta, int depth, Key key) {
    const auto plies = static_cast<std::size_t>(ply);
    if (path_.size() > plies && plies > 0) {  // moves that were taken back are before the last
      path_[plies - 1] = path_.back();
      if (known_ >= plies - 1) known_ = all;
    }
    if (path_.size() < plies) known_ = std::min(known_, path_.size());
    cut_path(plies);
    const bool alone = open_.size() < plies;
    open_.resize(plies);
    open_.push_back(visits_.size());
    const bool lost = known_ < plies;
    visits_.push_back({{.alpha = alpha,
                        .beta = beta,
                        .given_alpha = alpha,
                        .given_beta = beta,
                        .ply = ply,
                        .depth = depth,
                        .key = key,
                        .lost = lost,
                        .alone = alone},
                       lost ? std::vector<Move>() : path_});
  }
  [[gnu::noinline]] void leave(int ply, Value value) {
    const auto plies = static_cast<std::size_t>(ply);
    if (plies >= open_.size()) return;  // it was not entered
    left_ = open_[plies];
    visits_[left_].value = value;
    visits_[left_].finished = true;
    open_.resize(plies);
  }
  /// The visit at the ply that was entered last has returned this value, whatever it said when it
  /// was left.
  [[gnu::noinline]] void returned(int ply, Value value) {
    if (static_cast<std::size_t>(ply) < open_.size())
      leave(ply, value);
    else
      visits_[left_].value = value;
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
  void cut_path(std::size_t plies) {
    path_.resize(plies);
    if (plies <= known_) known_ = all;
  }

  static constexpr std::size_t all = static_cast<std::size_t>(-1);
  std::vector<Visit<Move>> visits_;
  std::vector<Move> path_;
  std::size_t known_ = all;        // so many moves of the path are known
  std::vector<std::size_t> open_;  // by ply: the visit that is going on
  std::size_t left_ = 0;           // the visit that was left last
};

}  // namespace search
}  // namespace plylab
