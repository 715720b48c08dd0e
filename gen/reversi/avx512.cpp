// The kernel for AVX-512: eight positions a register.
#include <immintrin.h>

#include "gen/reversi/kernels.h"
#include "gen/reversi/plies.h"

namespace plylab::reversi {
namespace {

struct Avx512 {
  typedef Bits Vector __attribute__((vector_size(64)));

  static Vector popcount(Vector bits) {
    return reinterpret_cast<Vector>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(bits)));
  }
  static Vector select(Vector condition, Vector bits) {
    const auto lanes = reinterpret_cast<__m512i>(condition);
    return reinterpret_cast<Vector>(_mm512_maskz_mov_epi64(_mm512_test_epi64_mask(lanes, lanes),
                                                           reinterpret_cast<__m512i>(bits)));
  }
  /// Compresses the numbers 0 to 63 to those of the squares, eight at a time.
  static void write_singles(Bits squares, Bits* array) {
    const __m512i all = _mm512_set_epi8(
        63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41,
        40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m512i numbers = _mm512_maskz_compress_epi8(squares, all);
    for (int left = std::popcount(squares); left > 0; left -= 8, array += 8) {
      const __m512i eight = _mm512_cvtepu8_epi64(_mm512_castsi512_si128(numbers));
      _mm512_storeu_si512(array, _mm512_sllv_epi64(_mm512_set1_epi64(1), eight));
      numbers = _mm512_alignr_epi64(numbers, numbers, 1);
    }
  }
};

}  // namespace

const Kernel avx512{Plies<Avx512>::two, Plies<Avx512>::three};

}  // namespace plylab::reversi
