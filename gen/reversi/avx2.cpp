// The kernel for AVX2: four positions a register.
#include <immintrin.h>

#include "gen/base/popcount_avx2.h"
#include "gen/reversi/kernels.h"
#include "gen/reversi/plies.h"

namespace plylab::reversi {
namespace {

struct Avx2 {
  typedef Bits Vector __attribute__((vector_size(32)));

  static Vector popcount(Vector bits) {
    return reinterpret_cast<Vector>(popcount_avx2(reinterpret_cast<__m256i>(bits)));
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
