// The kernel for AVX2: eight nodes a register.
#include <immintrin.h>

#include "search/sudoku/conclude.h"

namespace plylab::search::sudoku {
namespace {

typedef std::uint32_t Eight __attribute__((vector_size(32)));

struct Avx2 : Logic<Eight> {
  static std::uint32_t non_zero(Eight vector) {
    const __m256i zero =
        _mm256_cmpeq_epi32(reinterpret_cast<__m256i>(vector), _mm256_setzero_si256());
    return ~static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(zero))) & 0xFF;
  }
};

}  // namespace

const Kernel avx2{8, Conclude<Avx2>::run};

}  // namespace plylab::search::sudoku
