// The kernel for AVX2: four positions, or eight directions in two halves, a register.
#include "gen/base/popcount_avx2.h"
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/lane_by_lane.h"
#include "gen/chess/bitboard/pext_lookup.h"

namespace plylab::chess {

struct Avx2 : PextSliders<Avx2> {
  struct Lanes : OneByOne {
    typedef Bits Vector __attribute__((vector_size(32)));

    static Vector lane_ids() { return Vector{0, 1, 2, 3}; }
    static Vector popcount(Vector bits) {
      return reinterpret_cast<Vector>(popcount_avx2(reinterpret_cast<__m256i>(bits)));
    }
    template <int Step>
    static Vector fill_from_msb(Vector bits) {
      Vector below = bits | shifted<Step>(bits);
      below |= shifted<2 * Step>(below);
      below |= shifted<4 * Step>(below);
      return ~shifted<Step>(below);
    }
    static unsigned mask(Vector lanes) {
      return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(lanes)));
    }
    static unsigned meet(Vector a, Vector b) {
      return mask(reinterpret_cast<Vector>((a & b) != 0));
    }
  };

  /// See compass.h. The low half steps to the left, the high one to the right.
  struct Compass : LaneByLane<Avx2> {
    typedef Bits Half __attribute__((vector_size(32)));
    typedef Bits Quarter __attribute__((vector_size(16)));

    struct Lanes {
      Half low{}, high{};

      Bits operator[](int d) const { return reinterpret_cast<const Bits*>(this)[d]; }
      friend Lanes operator&(Lanes a, Lanes b) { return {a.low & b.low, a.high & b.high}; }
      friend Lanes operator|(Lanes a, Lanes b) { return {a.low | b.low, a.high | b.high}; }
      friend Lanes operator^(Lanes a, Lanes b) { return {a.low ^ b.low, a.high ^ b.high}; }
      friend Lanes operator~(Lanes a) { return {~a.low, ~a.high}; }
      Lanes& operator|=(Lanes other) { return *this = *this | other; }
      Lanes& operator&=(Lanes other) { return *this = *this & other; }
    };
    using Mask = Lanes;  ///< all ones or zero
    using Numbers = SlicedNumbers<Compass>;

    /// The union of the two directions of each line.
    struct Lines {
      Half line;
      Bits file() const { return line[0]; }
      Bits rank() const { return line[1]; }
      Bits rising() const { return line[2]; }
      Bits falling() const { return line[3]; }
      Bits straight() const { return line[0] | line[1]; }
      Bits diagonal() const { return line[2] | line[3]; }
    };

    /// All directions at once.
    struct Ways {
      static constexpr Lanes landing{
          {landing_squares(8), landing_squares(1), landing_squares(9), landing_squares(7)},
          {landing_squares(-8), landing_squares(-1), landing_squares(-9), landing_squares(-7)}};
      static constexpr Half step{8, 1, 9, 7};

      template <int n>
      static Lanes forth(Lanes x) {
        return {x.low << n * step, x.high >> n * step};
      }
      template <int n>
      static Lanes back(Lanes x) {
        return {x.low >> n * step, x.high << n * step};
      }
    };

    static Lanes all(Bits bits) { return {Half{} + bits, Half{} + bits}; }
    static Lanes by_line(Bits straight, Bits diagonal) {
      const Half half =
          raw(_mm256_blend_epi32(raw(Half{} + straight), raw(Half{} + diagonal), 0xf0));
      return {half, half};
    }
    static Lanes lanes(Bits a, Bits b, Bits c, Bits d, Bits e, Bits f) {
      return {Half{a, b, c, d}, Half{e, f, 0, 0}};
    }
    static void each(auto&& f, auto&... lanes) { f(Ways{}, lanes...); }
    static Lanes jumps(Bits knights) {
      constexpr Half jump{17, 15, 10, 6};
      constexpr Lanes landing{
          {landing_squares(17), landing_squares(15), landing_squares(10), landing_squares(6)},
          {landing_squares(-17), landing_squares(-15), landing_squares(-10), landing_squares(-6)}};
      const Half from = Half{} + knights;
      return Lanes{from << jump, from >> jump} & landing;
    }
    static Lanes jumped_back(Lanes jumps) {
      constexpr Half jump{17, 15, 10, 6};
      return {jumps.low >> jump, jumps.high << jump};
    }
    static Lanes turned(Lanes lanes) { return {lanes.high, lanes.low}; }
    static Bits united(Lanes lanes) {
      const Half line = lanes.low | lanes.high;
      const Quarter two = low(line) | high(line);
      return two[0] | two[1];
    }
    static Lines lines(Lanes lanes) { return {lanes.low | lanes.high}; }
    static Mask meet(Lanes a, Lanes b) {
      const Lanes both = a & b;
      return {reinterpret_cast<Half>(both.low != 0), reinterpret_cast<Half>(both.high != 0)};
    }
    static Lanes keep(Mask mask, Lanes lanes) { return mask & lanes; }
    static bool any(Mask mask) {
      const __m256i both = raw(mask.low | mask.high);
      return _mm256_testz_si256(both, both) == 0;
    }
    static void for_each(Mask mask, auto&& f) {
      for (unsigned lanes = signs(mask.low) | (signs(mask.high) << 4); lanes != 0;
           lanes &= lanes - 1)
        f(std::countr_zero(lanes));
    }

    /// See SlicedNumbers.
    static Sliced<Compass, Bits, 6> add_up(Lanes ones1, Lanes ones2, Lanes ones3, Lanes ones4,
                                           Lanes twos, Lanes fours) {
      const auto four =
          Sliced<Compass, Half, 5>::sum({ones1.low, ones1.high, ones2.low, ones2.high, ones3.low,
                                         ones3.high, ones4.low, ones4.high},
                                        {twos.low, twos.high}, {fours.low, fours.high});
      Sliced<Compass, Quarter, 5> first, second;
      for (int i = 0; i < 5; ++i) {
        first.plane[i] = low(four.plane[i]);
        second.plane[i] = high(four.plane[i]);
      }
      const auto two = first.plus<6>(second);
      Sliced<Compass, Bits, 6> even, odd;
      for (int i = 0; i < 6; ++i) {
        even.plane[i] = two.plane[i][0];
        odd.plane[i] = two.plane[i][1];
      }
      return even.plus<6>(odd);
    }

   private:
    static __m256i raw(Half half) { return reinterpret_cast<__m256i>(half); }
    static Half raw(__m256i half) { return reinterpret_cast<Half>(half); }
    static Quarter low(Half half) {
      return reinterpret_cast<Quarter>(_mm256_castsi256_si128(raw(half)));
    }
    static Quarter high(Half half) {
      return reinterpret_cast<Quarter>(_mm256_extracti128_si256(raw(half), 1));
    }
    static unsigned signs(Half half) { return Avx2::Lanes::mask(half); }
  };

  /// Measured: counting by differences costs as much as counting this many children one by one.
  static constexpr unsigned difference_cost = 15;
};

template class Bitboard<Avx2>;

}  // namespace plylab::chess
