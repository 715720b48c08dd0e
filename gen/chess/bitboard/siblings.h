// What the moves of a node change: children that are never stored as positions.
#pragma once

#include "gen/chess/bits.h"

namespace plylab::chess {

/// What the moves of a node change, one entry a move: the squares that it clears, and the squares
/// that it sets in each plane. Any move has this form, promotions and castling too.
struct Siblings {
  static constexpr unsigned capacity = 424;  // all moves of a position, and a whole vector beyond
  alignas(64) Bits cleared[capacity];
  alignas(64) Bits diagonal[capacity];
  alignas(64) Bits orthogonal[capacity];
  alignas(64) Bits leaper[capacity];
  unsigned size = 0;

  Siblings() {}  // leaves the arrays uninitialised

  /// Pieces of a type come to the single squares in the lanes of `to` and leave those of `from`;
  /// only the first `count` lanes matter. T is Bits for one of them, or a vector.
  template <class T>
  void add(T from, T to, unsigned type, unsigned count = 1) {
    store(cleared, T(from | to));
    store(diagonal, T(to & -(Bits{type} & 1)));
    store(orthogonal, T(to & -(Bits{type} >> 1 & 1)));
    store(leaper, T(to & -(Bits{type} >> 2 & 1)));
    size += count;
  }

  void add_castle(Bits gone, Bits king_to, Bits rook_to) {
    cleared[size] = gone;
    diagonal[size] = 0;
    orthogonal[size] = king_to | rook_to;
    leaper[size] = king_to;
    ++size;
  }

 private:
  template <class T>
  void store(Bits* array, T lanes) {
    __builtin_memcpy(array + size, &lanes, sizeof lanes);
  }
};

}  // namespace plylab::chess
