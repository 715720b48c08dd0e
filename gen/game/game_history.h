// A game as it was played: the position, and the history that the repetition rule needs.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "gen/game/position.h"

namespace plylab {

/// A position with the moves that led to it.
template <Position P>
class GameHistory {
 public:
  explicit GameHistory(P start) : position_(std::move(start)) {}

  const P& position() const { return position_; }
  std::size_t plies() const { return played_.size(); }

  /// Plays a legal move.
  void play(typename P::Move move) {
    const auto before = position_.packed();
    played_.push_back({move, position_.make(move), before});
  }

  /// Takes the last move back; there must be one.
  void take_back() {
    assert(!played_.empty());
    position_.unmake(played_.back().move, played_.back().undo);
    played_.pop_back();
  }

  /// How often the position has stood on the board, now included. Exact: by the packed form.
  unsigned occurrences() const {
    const auto now = position_.packed();
    return 1 + static_cast<unsigned>(std::count_if(played_.begin(), played_.end(),
                                                   [&](const Ply& p) { return p.before == now; }));
  }

  /// As outcome(position), and a draw when the position stands for the third time.
  Outcome outcome() const {
    const Outcome result = plylab::outcome(position_);
    return result == Outcome::ongoing && occurrences() >= 3 ? Outcome::draw : result;
  }

 private:
  struct Ply {
    typename P::Move move;
    typename P::Undo undo;
    typename P::Packed before;
  };
  P position_;
  std::vector<Ply> played_;
};

}  // namespace plylab
