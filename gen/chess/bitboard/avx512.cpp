// The kernel for AVX-512: eight siblings a register.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"

namespace plylab::chess {

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
    /// The squares' numbers come from a compressed list of 0 to 63, eight at a time.
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
  };
};

template class Bitboard<Avx512>;

}  // namespace plylab::chess
