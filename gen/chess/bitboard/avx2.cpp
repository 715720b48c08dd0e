// The kernel for AVX2: four positions a register.
#include "gen/chess/bitboard/bitboard_body.h"
#include "gen/chess/bitboard/pext_lookup.h"
#include "gen/popcount_avx2.h"

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
