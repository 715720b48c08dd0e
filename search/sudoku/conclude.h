// Draws conclusions from the places left for the digits, in as many nodes at once as a vector has
// lanes. Each kernel includes this file for its own vector type.
//
// The places of a digit in a band are 27 bits, 9r + c for column c of row r. A triad is where a row
// crosses a box. In a band a digit is in three triads, one in each row and one in each box, like
// the ones of a permutation matrix. The same holds in a stack, where columns cross boxes. Both are
// handled in one word for all bands: bit 9r + 3b + k of the rows' word is the triad of row r and
// box b in band k, bit 9k + 3s + c of the columns' word is the triad of column c of stack s in band
// k. A cyclic step in one of the three coordinates rotates the word.
//
// A contradiction may be found late, but never missed. If each cell has one candidate and each
// digit is in each row and column, no digit is in one of them twice. If nothing changes any more,
// each remaining triad is part of a permutation, so no digit is in a box twice.
#pragma once

#include "search/sudoku/kernels.h"

namespace plylab::search::sudoku {

/// The functions of three vectors that Conclude needs, for instruction sets that only have
/// functions of two.
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

/// Lanes is a type of one kernel. It has Vector, of 32-bit lanes; non_zero(vector), the set of the
/// lanes that are not 0; and bitwise functions:
/// - any(a, b, c), one(a, b, c): whether at least one is set, whether exactly one is,
/// - select(which, a, b): a where `which` is set, else b,
/// - or_and(a, b, c): a | (b & c), or_xor(a, b, c): a | (b ^ c),
/// - without(a, b, c): a & ~b & ~c, unless(a, b, c): a & ~(b & ~c).
template <class Lanes>
class Conclude {
  using Vector = typename Lanes::Vector;
  static constexpr int digits = 9;
  static constexpr unsigned all_places = 0777777777;

  /// A vector for each band.
  struct Bands {
    Vector of[3];
  };

 public:
  static Conclusions run(unsigned* places) {
    Vector* const word = reinterpret_cast<Vector*>(places);
    Bands some{}, several{};  // cells with at least one candidate, and with at least two
    for (int i = 0; i < 3 * digits; ++i) {
      several.of[i % 3] = Lanes::or_and(several.of[i % 3], some.of[i % 3], word[i]);
      some.of[i % 3] |= word[i];
    }
    Vector wrong = ~(some.of[0] & some.of[1] & some.of[2]);
    Vector changed{};
    Bands hidden[digits], taken{};  // only places in a unit: of each digit, of all digits
    for (int digit = 0; digit < digits; ++digit) {
      Bands now;
      for (int band = 0; band < 3; ++band) now.of[band] = word[3 * digit + band];
      const Bands before = now;
      clear_boxes(now, several);
      const Lines rows = look_at<1, 3, 9>(now);
      keep<1>(now, rows.possible);
      const Lines columns = look_at<9, 9, 1>(now);
      keep<9>(now, columns.possible);
      wrong |= ~(rows.there & columns.there);
      hidden[digit] = both(now, rows.only, columns.only);
      for (int band = 0; band < 3; ++band) {
        word[3 * digit + band] = now.of[band];
        changed = Lanes::or_xor(changed, now.of[band], before.of[band]);
        wrong = Lanes::or_and(wrong, taken.of[band], hidden[digit].of[band]);
        taken.of[band] |= hidden[digit].of[band];
      }
    }
    // The only place of a digit in a unit cannot hold another digit.
    for (int i = 0; i < 3 * digits; ++i) {
      const Vector before = word[i];
      word[i] = Lanes::unless(before, taken.of[i % 3], hidden[i / 3].of[i % 3]);
      changed = Lanes::or_xor(changed, word[i], before);
    }
    return {Lanes::non_zero(wrong & all_places), Lanes::non_zero(changed),
            Lanes::non_zero(several.of[0] | several.of[1] | several.of[2])};
  }

 private:
  static Vector all(unsigned word) { return Vector{} + word; }

  template <int distance>
  static Vector shift(Vector word) {
    if constexpr (distance < 0)
      return word >> -distance;
    else
      return word << distance;
  }

  /// The word after a step in the coordinate with this stride. Bits above its 27 bits stay above.
  template <int stride>
  static Vector rotate(Vector word) {
    constexpr unsigned stay = stride == 9 ? 0777777 : stride == 3 ? 077077077 : 0333333333;
    return Lanes::select(all(stay), word >> stride, word << 2 * stride);
  }

  /// The bits of band 0 in the rows' word, whose stride of bands is 1, and in the columns', where
  /// it is 9.
  template <int stride>
  static constexpr unsigned first_band = stride == 1 ? 0111111111 : 0777;

  /// The word of the rows or columns, from the three cells of each triad.
  template <int stride, class Join>
  static Vector pack(const Bands& places, Join join) {
    const Vector first =
        join(places.of[0], shift<-stride>(places.of[0]), shift<-2 * stride>(places.of[0]));
    const Vector second =
        join(shift<stride>(places.of[1]), places.of[1], shift<-stride>(places.of[1]));
    const Vector third =
        join(shift<2 * stride>(places.of[2]), shift<stride>(places.of[2]), places.of[2]);
    return Lanes::select(all(first_band<stride>), first,
                         Lanes::select(all(first_band<stride> << stride), second, third));
  }

  /// The three cells of each triad that is set in the word, in a band.
  template <int stride, int band>
  static Vector unpack(Vector word) {
    const Vector mine = word & (first_band<stride> << band * stride);
    return Lanes::any(shift<-band * stride>(mine), shift<(1 - band) * stride>(mine),
                      shift<(2 - band) * stride>(mine));
  }

  /// If the digit is the only candidate of a cell, removes it from all other cells of the box.
  static void clear_boxes(Bands& places, const Bands& several) {
    const Bands sure{{places.of[0] & ~several.of[0], places.of[1] & ~several.of[1],
                      places.of[2] & ~several.of[2]}};
    const Vector triads = pack<1>(sure, Lanes::any);
    const Vector next = rotate<9>(triads);
    const Vector boxes = Lanes::any(triads, next, rotate<9>(next));
    places.of[0] = Lanes::unless(places.of[0], unpack<1, 0>(boxes), sure.of[0]);
    places.of[1] = Lanes::unless(places.of[1], unpack<1, 1>(boxes), sure.of[1]);
    places.of[2] = Lanes::unless(places.of[2], unpack<1, 2>(boxes), sure.of[2]);
  }

  /// Sets of triads, for all rows or for all columns.
  struct Lines {
    Vector possible;  ///< some permutation has the triad
    Vector only;      ///< it is the only one of its line, and has one cell
    Vector there;     ///< its line has a triad
  };

  /// The coordinates of a triad: the band has the stride `bands`, its place in the line `along`,
  /// and the line in the band or stack `across`.
  template <int bands, int along, int across>
  static Lines look_at(const Bands& places) {
    const Vector triads = pack<bands>(places, Lanes::any);
    const Vector next = rotate<along>(triads), last = rotate<along>(next);
    // The two other lines must have one triad each in the two other places: either way round.
    const Vector others = Lanes::or_and(next & rotate<across>(last), last, rotate<across>(next));
    return {rotate<across>(others),
            Lanes::without(triads, next, last) & pack<bands>(places, Lanes::one),
            Lanes::any(triads, next, last)};
  }

  template <int stride>
  static void keep(Bands& places, Vector triads) {
    places.of[0] &= unpack<stride, 0>(triads);
    places.of[1] &= unpack<stride, 1>(triads);
    places.of[2] &= unpack<stride, 2>(triads);
  }

  static Bands both(const Bands& places, Vector rows, Vector columns) {
    return {{places.of[0] & (unpack<1, 0>(rows) | unpack<9, 0>(columns)),
             places.of[1] & (unpack<1, 1>(rows) | unpack<9, 1>(columns)),
             places.of[2] & (unpack<1, 2>(rows) | unpack<9, 2>(columns))}};
  }
};

}  // namespace plylab::search::sudoku
