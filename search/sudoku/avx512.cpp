// The kernel for AVX-512: sixteen nodes a register, three operands an instruction.
#include <immintrin.h>

#include "search/sudoku/conclude.h"

namespace plylab::search::sudoku {
namespace {

struct Avx512 {
  typedef std::uint32_t Vector __attribute__((vector_size(64)));

  static Vector any(Vector a, Vector b, Vector c) { return by_table<0xFE>(a, b, c); }
  static Vector one(Vector a, Vector b, Vector c) { return by_table<0x16>(a, b, c); }
  static Vector select(Vector which, Vector a, Vector b) { return by_table<0xCA>(which, a, b); }
  static Vector or_and(Vector a, Vector b, Vector c) { return by_table<0xF8>(a, b, c); }
  static Vector or_xor(Vector a, Vector b, Vector c) { return by_table<0xF6>(a, b, c); }
  static Vector without(Vector a, Vector b, Vector c) { return by_table<0x10>(a, b, c); }
  static Vector unless(Vector a, Vector b, Vector c) { return by_table<0xB0>(a, b, c); }
  static std::uint32_t non_zero(Vector vector) {
    const auto lanes = reinterpret_cast<__m512i>(vector);
    return _mm512_test_epi32_mask(lanes, lanes);
  }

 private:
  /// Bit 4a + 2b + c of the table is the result for the bits a, b, c.
  template <int table>
  static Vector by_table(Vector a, Vector b, Vector c) {
    return reinterpret_cast<Vector>(_mm512_ternarylogic_epi32(reinterpret_cast<__m512i>(a),
                                                              reinterpret_cast<__m512i>(b),
                                                              reinterpret_cast<__m512i>(c), table));
  }
};

}  // namespace

const Kernel avx512{16, Conclude<Avx512>::run};

}  // namespace plylab::search::sudoku
