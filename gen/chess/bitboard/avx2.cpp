// The kernel for AVX2: four positions a register.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"

namespace plylab::chess {

struct Avx2 : PextSliders<Avx2> {
  struct Lanes : OneByOne {
    typedef Bits Vector __attribute__((vector_size(32)));

    static Vector lane_ids() { return Vector{0, 1, 2, 3}; }
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
    template <int Step>
    static Vector fill_from_msb(Vector bits) {
      Vector below = bits | stepped<Step>(bits);
      below |= stepped<2 * Step>(below);
      below |= stepped<4 * Step>(below);
      return ~stepped<Step>(below);
    }
    static unsigned mask(Vector lanes) {
      return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(lanes)));
    }
  };
};

template class Bitboard<Avx2>;

}  // namespace plylab::chess
