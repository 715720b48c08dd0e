// The kernel for every CPU: four nodes a register.
#include "search/sudoku/conclude.h"

namespace plylab::search::sudoku {
namespace {

typedef std::uint32_t Four __attribute__((vector_size(16)));

struct Generic : Logic<Four> {
  static std::uint32_t non_zero(Four vector) {
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 4; ++lane) lanes |= (vector[lane] != 0 ? 1U : 0U) << lane;
    return lanes;
  }
};

}  // namespace

const Kernel generic{4, Conclude<Generic>::run};

}  // namespace plylab::search::sudoku
