// The kernel for AVX2: four positions a register.
#include <immintrin.h>

#include "gen/reversi/kernels.h"
#include "gen/reversi/plies.h"

namespace plylab::reversi {
namespace {

struct Avx2 {
  typedef Bits Vector __attribute__((vector_size(32)));

  /// By looking nibbles up (Mula 2008); AVX2 has no instruction for it.
  static Vector popcount(Vector bits) {
    const __m256i bytes = reinterpret_cast<__m256i>(bits);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(bytes, nibble));
    const __m256i high =
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), nibble));
    return reinterpret_cast<Vector>(
        _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256()));
  }
  static Vector select(Vector condition, Vector bits) {
    return bits & reinterpret_cast<Vector>(condition != 0);
  }
  static void write_singles(Bits squares, Bits* array) {
    for (; squares != 0; squares &= squares - 1) *array++ = squares & -squares;
  }
};

}  // namespace

const Kernel avx2{Plies<Avx2>::two, Plies<Avx2>::three};

}  // namespace plylab::reversi
