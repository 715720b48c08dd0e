// What a search tells while it runs: records of every visit, for small trees, and counts of nodes
// by type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gen/chess/board/notation.h"
#include "gen/game/position.h"
#include "search/base/counters.h"
#include "search/base/result.h"
#include "search/core/type_counter.h"

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
template <class Move>
class VisitTrace {
 public:
  void at_root() {
    cut_path(0);
    open_.clear();
  }
  void down(Move move) {
    path_.push_back(std::move(move));
    moved_ = true;
  }
  void visit(int ply, Value alpha, Value beta, int depth, Key key, const Counters& counts) {
    const auto plies = static_cast<std::size_t>(ply);
    if (path_.size() > plies && plies > 0) {  // moves that were taken back are before the last
      path_[plies - 1] = path_.back();
      if (known_ >= plies - 1) known_ = all;
    }
    if (path_.size() < plies) known_ = std::min(known_, path_.size());
    cut_path(plies);
    const bool aside = !moved_ && !open_.empty() && visits_[open_.back()].ply == ply;
    while (!aside && !open_.empty() && visits_[open_.back()].ply >= ply) open_.pop_back();
    const bool nested = aside || (!open_.empty() && visits_[open_.back()].ply == ply - 1);
    const bool lost = known_ < plies;
    visits_.push_back({{.alpha = alpha,
                        .beta = beta,
                        .given_alpha = alpha,
                        .given_beta = beta,
                        .ply = ply,
                        .depth = depth,
                        .key = key,
                        .lost = lost,
                        .aside = aside,
                        .parent = nested ? std::optional(open_.back()) : std::nullopt},
                       lost ? std::vector<Move>() : path_});
    open_.push_back(visits_.size() - 1);
    happened(counts);
  }
  void leave(int ply, Value value, Key key, const Counters& counts) {
    auto at = open_.end();
    while (at != open_.begin() && visits_[*(at - 1)].ply > ply) --at;
    if (at == open_.begin() || visits_[*(at - 1)].ply != ply) return;  // it was not entered
    left_ = *(at - 1);
    open_.erase(at - 1, open_.end());
    Visit<Move>& visit = visits_[left_];
    visit.value = value;
    visit.finished = true;
    visit.strayed = key != visit.key;
    visit.by_table = visit.depth != 0 && counts[Event::table_cutoff] > table_cutoffs_;
    const auto plies = static_cast<std::size_t>(ply);
    if (path_.size() > plies) cut_path(plies);  // its move stays: it may be searched again
    happened(counts);
  }
  /// The visit at the ply that was entered last has returned this value, whatever it said when it
  /// was left.
  void returned(int ply, Value value, Key key, const Counters& counts) {
    if (!open_.empty() && visits_[open_.back()].ply >= ply)
      leave(ply, value, key, counts);
    else if (!visits_.empty())
      visits_[left_].value = value;
  }
  /// The table narrowed the window of the node that is going on.
  void narrow(Value alpha, Value beta) {
    if (open_.empty()) return;  // a search may tell of its cutoffs, but not of its nodes
    visits_[open_.back()].alpha = alpha;
    visits_[open_.back()].beta = beta;
  }
  /// The move searched last reached beta at the node that is going on.
  void cutoff(std::size_t /*place*/) {
    if (!open_.empty()) visits_[open_.back()].cutoff = true;
  }

  /// Returns the visits so far and removes them.
  std::vector<Visit<Move>> take() {
    open_.clear();
    return std::exchange(visits_, {});
  }

 private:
  void cut_path(std::size_t plies) {
    path_.resize(plies);
    if (plies <= known_) known_ = all;
  }

  /// A visit has begun or ended.
  void happened(const Counters& counts) {
    moved_ = false;
    table_cutoffs_ = counts[Event::table_cutoff];
  }

  static constexpr std::size_t all = static_cast<std::size_t>(-1);
  std::vector<Visit<Move>> visits_;
  std::vector<Move> path_;
  std::size_t known_ = all;          // so many moves of the path are known
  std::vector<std::size_t> open_;    // the visits that are going on
  std::size_t left_ = 0;             // the visit that was left last
  bool moved_ = false;               // a move was made since a visit began or ended
  std::uint64_t table_cutoffs_ = 0;  // counted when a visit last began or ended
};

/// A search has made a move that is not legal; what() is the move, and the legal ones.
class IllegalMoveMade : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What follows a search. What searches call at every node is not inlined into them, since traces
/// are rare.
template <class Move>
struct Tracers {
  std::optional<VisitTrace<Move>> visits = {};
  std::optional<TypeCounter<Move>> types = {};
  bool checks_moves = false;  ///< each move must be legal where it is made

  [[gnu::noinline]] void at_root() {
    tell([](auto& trace) { trace.at_root(); });
  }
  [[gnu::noinline]] void down(Move move) {
    tell([&](auto& trace) { trace.down(move); });
  }
  [[gnu::noinline]] void visit(int ply, Value alpha, Value beta, int depth, Key key,
                               const Counters& counts) {
    tell([&](auto& trace) { trace.visit(ply, alpha, beta, depth, key, counts); });
  }
  [[gnu::noinline]] void leave(int ply, Value value, Key key, const Counters& counts) {
    tell([&](auto& trace) { trace.leave(ply, value, key, counts); });
  }
  [[gnu::noinline]] void returned(int ply, Value value, Key key, const Counters& counts) {
    tell([&](auto& trace) { trace.returned(ply, value, key, counts); });
  }
  [[gnu::noinline]] void narrow(Value alpha, Value beta) {
    tell([&](auto& trace) { trace.narrow(alpha, beta); });
  }
  [[gnu::noinline]] void cutoff(std::size_t place) {
    tell([&](auto& trace) { trace.cutoff(place); });
  }

 private:
  void tell(auto&& what) {
    if (visits) what(*visits);
    if (types) what(*types);
  }
};

}  // namespace search
}  // namespace plylab
