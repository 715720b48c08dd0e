// What the moves of a node change: children that are never stored as positions.
#pragma once

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// What the moves of a node change, one entry a move: the squares that it clears, and the squares
/// that it sets in each plane. Any move has this form, promotions and castling too.
struct Siblings {
  static constexpr unsigned capacity = 416;  // as in Moves
  Bits cleared[capacity];
  Bits diagonal[capacity];
  Bits orthogonal[capacity];
  Bits leaper[capacity];
  unsigned size = 0;

  Siblings() {}  // leaves the arrays uninitialised

  /// A piece of a type comes to a square and leaves others.
  void add(Bits from, Bits to, unsigned type) {
    cleared[size] = from | to;
    diagonal[size] = to & -(Bits{type} & 1);
    orthogonal[size] = to & -(Bits{type} >> 1 & 1);
    leaper[size] = to & -(Bits{type} >> 2 & 1);
    ++size;
  }

  void add_castle(Bits gone, Bits king_to, Bits rook_to) {
    cleared[size] = gone;
    diagonal[size] = 0;
    orthogonal[size] = king_to | rook_to;
    leaper[size] = king_to;
    ++size;
  }
};

}  // namespace plylab::chess
