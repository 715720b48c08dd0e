// How many bits are set in each of four words, for files that are compiled for AVX2.
#pragma once

#include <immintrin.h>

namespace plylab {

/// The counts of the four words, by looking nibbles up (Mula 2008); AVX2 has no instruction for it.
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
