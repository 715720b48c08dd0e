// Shared by kernels without AVX-512: reading a Compass's lanes one by one (see compass.h), and a
// number for each square in bit planes, since lanes cannot be converted to bytes.
#pragma once

#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// `User` keeps the code of each kernel its own.
template <class User>
struct LaneByLane {
  struct ByType {
    Bits set[8];
    Bits operator[](int type) const { return set[type]; }
  };

  static ByType by_type(Bits shared, Bits diagonals, Bits straights, Bits pawns, Bits knights,
                        Bits kings) {
    ByType sets;
    sets.set[bishop] = shared | diagonals;
    sets.set[rook] = shared | straights;
    sets.set[queen] = shared | diagonals | straights;
    sets.set[pawn] = shared | pawns;
    sets.set[knight] = shared | knights;
    sets.set[king] = shared | kings;
    return sets;
  }

  static int total(const auto&... lanes) {
    int bits = 0;
    for (int d = 0; d < 8; ++d) bits += (std::popcount(lanes[d]) + ...);
    return bits;
  }
};

/// Numbers in parallel: plane i holds bit i of each; V is Bits or a vector of them. `Compass` keeps
/// the code of each kernel its own.
template <class Compass, class V, int bits>
struct Sliced {
  V plane[bits];

  /// The sum, modulo 2^sum_bits.
  template <int sum_bits>
  Sliced<Compass, V, sum_bits> plus(const Sliced& other) const {
    Sliced<Compass, V, sum_bits> sum;
    V carry{};
    for (int i = 0; i < bits; ++i) {
      sum.plane[i] = plane[i];
      carry = i == 0 ? half_add(sum.plane[i], other.plane[i])
                     : full_add(sum.plane[i], other.plane[i], carry);
    }
    if constexpr (sum_bits > bits) sum.plane[bits] = carry;
    return sum;
  }

  /// The sum of ones, twos and fours: at most 20.
  static Sliced sum(const V (&ones)[8], const V (&twos)[2],
                    const V (&fours)[2]) requires(bits == 5) {
    V one = ones[0], other_one = ones[3], two, other_two, four, eight;
    two = full_add(one, ones[1], ones[2]);
    other_two = full_add(other_one, ones[4], ones[5]);
    const V third_two = full_add(one, ones[6], ones[7]);
    const V fourth_two = half_add(one, other_one);
    four = full_add(two, other_two, third_two);
    V last_two = fourth_two;
    V other_four = full_add(last_two, twos[0], twos[1]);
    const V third_four = half_add(two, last_two);
    eight = full_add(four, other_four, third_four);
    const V other_eight = full_add(four, fours[0], fours[1]);
    const V sixteen = half_add(eight, other_eight);
    return {{one, two, four, eight, sixteen}};
  }

  /// Adds three bits: stores the sum in a, and returns the carry.
  static V full_add(V& a, V b, V c) {
    const V half = a ^ b, carry = (a & b) | (half & c);
    a = half ^ c;
    return carry;
  }
  static V half_add(V& a, V b) {
    const V carry = a & b;
    a ^= b;
    return carry;
  }
};

/// To avoid signs, it adds the complements of terms instead of subtracting the terms. Each number
/// is therefore too large by `offset_`, and by 16 on squares of their pieces. It stays below 64: at
/// most 27 moves of a queen, or 28 squares along the four lines, plus the pawns' terms.
template <class Compass>
class SlicedNumbers {
  using Lanes = typename Compass::Lanes;

 public:
  /// A square's number is one for each lane of `ones` that has it, two for each of `twos`, four for
  /// each of `fours`; less one, where they stand, for each of `attacks` and `jumps`; and one for
  /// each of the first four lanes of `pawns`, less one for each of the next two.
  void set(const Lanes& ones, const Lanes& twos, const Lanes& fours, const Lanes& attacks,
           const Lanes& jumps, Bits theirs, const Lanes& pawns) {
    const Lanes there = Compass::all(theirs);
    planes_ = Compass::add_up(ones, there & ~attacks, there & ~jumps, not_less(pawns), twos, fours);
    theirs_ = theirs;
  }
  /// Adds the pawns' terms three more times.
  void add_thrice(const Lanes& pawns) {
    const Lanes terms = not_less(pawns);
    const auto [one, two, four, eight, sixteen] =
        Sliced<Compass, Bits, 5>::sum(
            {terms[0], terms[1], terms[2], terms[3], terms[4], terms[5], 0, 0}, {0, 0}, {0, 0})
            .plane;
    using Adder = Sliced<Compass, Bits, 6>;
    planes_ = planes_.template plus<6>(Adder{{one, two, four, 0, 0, 0}})
                  .template plus<6>(Adder{{0, one, two, four, 0, 0}});
    offset_ += 3 * 2;
  }

  int at(Square square) const {
    return weigh([square](Bits plane) { return static_cast<int>((plane >> square) & 1); }) -
           offset_;
  }
  /// The sum over the first four sets minus the sum over the others.
  int difference(Bits a, Bits b, Bits c, Bits d, Bits e, Bits f, Bits g) const {
    return sum(a) + sum(b) + sum(c) + sum(d) - sum(e) - sum(f) - sum(g);
  }
  /// The sum over a set.
  int sum(Bits squares) const {
    return weigh([squares](Bits plane) { return std::popcount(plane & squares); }) -
           offset_ * std::popcount(squares);
  }

 private:
  static Lanes not_less(const Lanes& pawns) {
    return pawns ^ Compass::lanes(0, 0, 0, 0, ~Bits{0}, ~Bits{0});
  }
  /// The sum of count(plane) times the plane's weight.
  int weigh(auto&& count) const {
    int sum = 0;
    for (int i = 5; i >= 0; --i) sum = 2 * sum + count(planes_.plane[i]);
    return sum - 16 * count(theirs_);
  }

  Sliced<Compass, Bits, 6> planes_;
  Bits theirs_;
  int offset_ = 2;
};

}  // namespace plylab::chess
