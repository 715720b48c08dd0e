// Population counts of four words at once, for files compiled for AVX2.
#pragma once

#include <immintrin.h>

namespace plylab {

/// The number of bits set in each of the four words, by a table of nibbles (Mula 2008): AVX2 has no
/// instruction for it.
[[gnu::always_inline]] static inline __m256i popcount_avx2(__m256i words) {
  const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                          0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i nibble = _mm256_set1_epi8(15);
  const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(words, nibble));
  const __m256i high =
      _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(words, 4), nibble));
  return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}

}  // namespace plylab
