// The kernel for AVX-512: eight positions, or eight directions, per register.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"

namespace plylab::chess {

/// Steps of eight lanes as rotations to the left, and the squares on which they may land.
template <class Lanes>
struct Steps {
  Lanes rotation, landing;

  constexpr explicit Steps(const int (&steps)[8], int times = 1)
      : rotation(each(steps, [times](int step) { return static_cast<Bits>(step * times & 63); })),
        landing(each(steps, landing_squares)) {}

 private:
  static constexpr Lanes each(const int (&steps)[8], auto f) {
    return Lanes{f(steps[0]), f(steps[1]), f(steps[2]), f(steps[3]),
                 f(steps[4]), f(steps[5]), f(steps[6]), f(steps[7])};
  }
};

struct Avx512 : PextSliders<Avx512> {
  struct Lanes {
    typedef Bits Vector __attribute__((vector_size(64)));

    static Vector lane_ids() { return Vector{0, 1, 2, 3, 4, 5, 6, 7}; }
    static Vector popcount(Vector bits) {
      return reinterpret_cast<Vector>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(bits)));
    }
    template <int Step>
    static Vector fill_from_msb(Vector bits) {
      const __m512i top_bit = _mm512_set1_epi64(INT64_MIN);
      const __m512i above = _mm512_lzcnt_epi64(reinterpret_cast<__m512i>(bits));
      return reinterpret_cast<Vector>(_mm512_srav_epi64(top_bit, above));
    }
    /// Compresses the numbers 0 to 63 to those of the squares, eight at a time.
    static void for_each_vector(Bits squares, auto&& visit) {
      const __m512i all = _mm512_set_epi8(
          63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42,
          41, 40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20,
          19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
      __m512i numbers = _mm512_maskz_compress_epi8(squares, all);
      // At least once, even for the empty set: a branch would often be mispredicted.
      int left = std::popcount(squares);
      do {
        const __m512i eight = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(numbers));
        visit(reinterpret_cast<Vector>(_mm512_sllv_epi64(_mm512_set1_epi64(1), eight)),
              static_cast<unsigned>(left < 8 ? left : 8));
        numbers = _mm512_alignr_epi64(numbers, numbers, 1);
        left -= 8;
      } while (left > 0);
    }
    static unsigned mask(Vector lanes) {
      return _mm512_movepi64_mask(reinterpret_cast<__m512i>(lanes));
    }
    static unsigned meet(Vector a, Vector b) {
      return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b));
    }
  };

  /// See compass.h, and difference_counter.h for the members after Numbers.
  struct Compass {
    using Lanes = Avx512::Lanes::Vector;
    using Mask = unsigned;
    using ByType = Lanes;
    typedef signed char Row __attribute__((vector_size(64)));

    /// The union of the two directions of each line, by square; lane 0 is a byte's highest bit.
    struct Lines {
      Row row;
      Bits file() const { return any(0b1000'1000); }
      Bits rank() const { return any(0b0100'0100); }
      Bits rising() const { return any(0b0010'0010); }
      Bits falling() const { return any(0b0001'0001); }
      Bits straight() const { return any(0b1100'1100); }
      Bits diagonal() const { return any(0b0011'0011); }

     private:
      Bits any(int bits) const {
        return _mm512_test_epi8_mask(raw(row), _mm512_set1_epi8(static_cast<char>(bits)));
      }
    };

    /// All directions at once: a step forth or back rotates each lane by its own amount.
    struct Ways {
      static constexpr Lanes landing = Steps<Lanes>(sliding_steps).landing;

      template <int n>
      static Lanes forth(Lanes x) {
        constexpr Steps<Lanes> by(sliding_steps, n);
        return lanes(_mm512_rolv_epi64(raw(x), raw(by.rotation)));
      }
      template <int n>
      static Lanes back(Lanes x) {
        constexpr Steps<Lanes> by(sliding_steps, n);
        return lanes(_mm512_rorv_epi64(raw(x), raw(by.rotation)));
      }
    };

    /// See SlicedNumbers; here with one byte for each square.
    struct Numbers {
      Row row;

      void set(Lanes ones, Lanes twos, Lanes fours, Lanes attacks, Lanes jumps, Bits theirs,
               Lanes pawns) {
        const Row four = counts(fours), two = counts(twos) + four + four;
        const __m512i less = raw(counts(attacks) + counts(jumps));
        row = counts(ones) + two + two - bytes(_mm512_maskz_mov_epi8(theirs, less)) +
              more_or_less(pawns);
      }
      void add_thrice(Lanes pawns) {
        const Row more = more_or_less(pawns);
        row += more + more + more;
      }
      int at(Square square) const { return row[static_cast<int>(square)]; }
      std::int64_t difference(Bits a, Bits b, Bits c, Bits d, Bits e, Bits f, Bits g) const {
        const auto from = reinterpret_cast<Numbers16>(products(counts(Lanes{a, b, c, d})));
        const auto to = reinterpret_cast<Numbers16>(products(counts(Lanes{e, f, g})));
        return _mm512_reduce_add_epi32(raw(from - to));
      }
      /// The dot product with another row, whose bytes are unsigned.
      std::int64_t dot(Row other) const { return _mm512_reduce_add_epi32(products(other)); }

     private:
      typedef int Numbers16 __attribute__((vector_size(64)));

      __m512i products(Row other) const {
        return _mm512_dpbusd_epi32(_mm512_setzero_si512(), raw(other), raw(row));
      }
      static Row more_or_less(Lanes pawns) {
        const Row terms = by_square(pawns), first_four = Row{} + static_cast<signed char>(0xf0);
        return popcount(terms & first_four) - popcount(terms & ~first_four);
      }
    };

    static Lanes all(Bits bits) { return lanes(_mm512_set1_epi64(static_cast<long long>(bits))); }
    static Lanes by_line(Bits straight, Bits diagonal) {
      constexpr __mmask8 diagonals = 0b1100'1100;
      return lanes(
          _mm512_mask_set1_epi64(raw(all(straight)), diagonals, static_cast<long long>(diagonal)));
    }
    static Lanes lanes(Bits a, Bits b, Bits c, Bits d, Bits e, Bits f) {
      return Lanes{a, b, c, d, e, f, 0, 0};
    }
    static void each(auto&& f, auto&... lanes) { f(Ways{}, lanes...); }
    static Lanes jumps(Bits knights) {
      constexpr Steps<Lanes> jump(knight_jumps);
      return lanes(_mm512_rolv_epi64(raw(all(knights)), raw(jump.rotation))) & jump.landing;
    }
    static Lanes jumped_back(Lanes jumps) {
      constexpr Steps<Lanes> jump(knight_jumps);
      return lanes(_mm512_rorv_epi64(raw(jumps), raw(jump.rotation)));
    }
    static Lanes turned(Lanes bits) {
      return lanes(_mm512_shuffle_i64x2(raw(bits), raw(bits), 0b01'00'11'10));
    }
    static Bits united(Lanes bits) {
      const __m512i row = raw(by_square(bits));
      return _mm512_test_epi8_mask(row, row);
    }
    static Lines lines(Lanes bits) { return {by_square(bits)}; }
    static std::int64_t total(auto... bits) { return sum((popcount(bits) + ...)); }
    static Mask meet(Lanes a, Lanes b) { return _mm512_test_epi64_mask(raw(a), raw(b)); }
    static Lanes keep(Mask mask, Lanes bits) {
      return lanes(_mm512_maskz_mov_epi64(static_cast<__mmask8>(mask), raw(bits)));
    }
    static bool any(Mask mask) { return mask != 0; }
    static void for_each(Mask mask, auto&& f) {
      for (; mask != 0; mask &= mask - 1) f(std::countr_zero(mask));
    }
    static ByType by_type(Bits shared, Bits diagonals, Bits straights, Bits pawns, Bits knights,
                          Bits kings) {
      const auto set = [](Lanes to, PieceType type, Bits bits) {
        return lanes(_mm512_mask_set1_epi64(raw(to), static_cast<__mmask8>(1 << type),
                                            static_cast<long long>(bits)));
      };
      Lanes table = set(set(set(Lanes{}, PieceType::bishop, diagonals), PieceType::rook, straights),
                        queen, diagonals | straights);
      return all(shared) | set(set(set(table, pawn, pawns), knight, knights), king, kings);
    }

    static Lanes load(const Bits* place, unsigned count) {
      return lanes(_mm512_maskz_loadu_epi64(static_cast<__mmask8>(_bzhi_u32(0xff, count)), place));
    }
    static void store(Lanes bits, Bits* place) { _mm512_store_si512(place, raw(bits)); }
    static void for_each_pair(Mask mask, Lanes squares, Lanes others, auto&& f) {
      const __m512i bits = _mm512_permutexvar_epi8(numbers(squares), raw(by_square(others)));
      const __m128i eight = _mm512_maskz_cvtepi64_epi8(static_cast<__mmask8>(mask), bits);
      for (auto pairs = static_cast<Bits>(_mm_cvtsi128_si64(eight)); pairs != 0;
           pairs &= pairs - 1) {
        const int pair = std::countr_zero(pairs);
        f(static_cast<unsigned>(pair) / 8, 7 - pair % 8);
      }
    }
    static Lanes types(const Planes& planes, Lanes squares) {
      const auto bits = [&](Bits plane, Bits value) {
        return keep(meet(squares, all(plane)), all(value));
      };
      return bits(planes.diagonal, 1) | bits(planes.orthogonal, 2) | bits(planes.leaper, 4);
    }
    static Lanes popcount(Lanes bits) { return Avx512::Lanes::popcount(bits); }
    static Mask equal(Lanes a, Bits b) { return _mm512_cmpeq_epi64_mask(raw(a), raw(all(b))); }
    static std::int64_t sum(Lanes numbers) { return _mm512_reduce_add_epi64(raw(numbers)); }
    static Lanes multiply(Lanes a, Lanes b) { return lanes(_mm512_mul_epi32(raw(a), raw(b))); }
    static Lanes look_up(Lanes places, Lanes table) {
      return lanes(_mm512_permutexvar_epi64(raw(places), raw(table)));
    }
    static Lanes value_at(Lanes squares, Row row) {
      const __m512i bytes = _mm512_permutexvar_epi8(numbers(squares), raw(row));
      const __m512i low = _mm512_slli_epi64(bytes, 56);
      return lanes(_mm512_srai_epi64(low, 56));
    }
    static Row counts(Lanes bits) { return popcount(by_square(bits)); }
    static void append(Mask mask, Lanes bits, Bits* place) {
      _mm512_storeu_si512(place,
                          _mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), raw(bits)));
    }

   private:
    /// The numbers of the single squares in the lanes; −1, which permutes as 63, for an empty lane.
    static __m512i numbers(Lanes squares) {
      return raw(63 - lanes(_mm512_lzcnt_epi64(raw(squares))));
    }
    static Row popcount(Row row) { return bytes(_mm512_popcnt_epi8(raw(row))); }
    /// One byte for each square, with a bit for each lane that has the square: gathers the bytes of
    /// a rank from all lanes, then transposes the 8 x 8 bits of each rank by a product with the
    /// unit matrix.
    static Row by_square(Lanes bits) {
      const __m512i ranks = _mm512_set_epi64(
          0x3f372f271f170f07, 0x3e362e261e160e06, 0x3d352d251d150d05, 0x3c342c241c140c04,
          0x3b332b231b130b03, 0x3a322a221a120a02, 0x3931292119110901, 0x3830282018100800);
      const __m512i unit = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201));
      return bytes(
          _mm512_gf2p8affine_epi64_epi8(unit, _mm512_permutexvar_epi8(ranks, raw(bits)), 0));
    }
    static __m512i raw(auto vector) { return reinterpret_cast<__m512i>(vector); }
    static Lanes lanes(__m512i vector) { return reinterpret_cast<Lanes>(vector); }
    static Row bytes(__m512i vector) { return reinterpret_cast<Row>(vector); }
  };

  /// Measured: counting by differences costs as much as counting this many children one by one.
  static constexpr unsigned difference_cost = 12;
};

template class Bitboard<Avx512>;

}  // namespace plylab::chess
