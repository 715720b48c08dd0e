// A position by all that a generator says of it.
#pragma once

#include "gen/chess/board/keys.h"
#include "gen/chess/board/notation.h"
#include "gen/game/position.h"

namespace plylab::perft::soak {

/// What must be the same for all generators, and must not change while moves are made and taken
/// back.
template <class Packed>
struct State {
  Packed packed;
  Key key;
  Side side_to_move;
  bool drawn_by_rule;

  /// Whether its parts fit together, as far as anybody can tell.
  bool is_consistent() const { return true; }
  friend bool operator==(const State&, const State&) = default;
};

/// In chess the board, all rights and both clocks.
struct ChessState {
  chess::Setup setup;
  chess::Packed packed;
  Key key;

  /// Whether the key and the packed form are those of the board.
  bool is_consistent() const {
    return key == chess::compute_key(setup) && packed == chess::pack(setup);
  }
  friend bool operator==(const ChessState&, const ChessState&) = default;
};

template <Position P>
auto state_of(const P& position) {
  if constexpr (chess::ChessPosition<P>)
    return ChessState{position.setup(), position.packed(), position.key()};
  else
    return State<typename P::Packed>{position.packed(), position.key(), position.side_to_move(),
                                     position.drawn_by_rule()};
}

}  // namespace plylab::perft::soak
