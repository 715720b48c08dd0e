// The functions of three vectors bit by bit, for instruction sets that have only those of two.
#pragma once

namespace plylab::search::sudoku {

/// What conclude.h asks for, but for non_zero().
template <class V>
struct Logic {
  using Vector = V;

  static Vector any(Vector a, Vector b, Vector c) { return a | b | c; }
  static Vector one(Vector a, Vector b, Vector c) { return (a ^ b ^ c) & ~(a & b & c); }
  static Vector select(Vector which, Vector a, Vector b) { return (which & a) | (~which & b); }
  static Vector or_and(Vector a, Vector b, Vector c) { return a | (b & c); }
  static Vector or_xor(Vector a, Vector b, Vector c) { return a | (b ^ c); }
  static Vector without(Vector a, Vector b, Vector c) { return a & ~(b | c); }
  static Vector unless(Vector a, Vector b, Vector c) { return a & ~(b & ~c); }
};

}  // namespace plylab::search::sudoku
