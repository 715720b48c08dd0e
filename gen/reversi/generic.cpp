// The kernel for every CPU: two positions a register.
#include "gen/reversi/kernels.h"
#include "gen/reversi/plies.h"

namespace plylab::reversi {
namespace {

struct Generic {
  typedef Bits Vector __attribute__((vector_size(16)));

  static Vector popcount(Vector bits) {
    return Vector{static_cast<Bits>(std::popcount(bits[0])),
                  static_cast<Bits>(std::popcount(bits[1]))};
  }
  static Vector select(Vector condition, Vector bits) {
    return bits & reinterpret_cast<Vector>(condition != 0);
  }
  static void write_singles(Bits squares, Bits* array) {
    for (; squares != 0; squares &= squares - 1) *array++ = squares & -squares;
  }
};

}  // namespace

const Kernel generic{Plies<Generic>::two, Plies<Generic>::three};

}  // namespace plylab::reversi
