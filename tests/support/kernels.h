// The kernels that a build has, as errors list them.
#pragma once

#include <string>

namespace plylab::testing {

#ifdef __x86_64__
inline const std::string chess_kernels = "there are avx512, avx2, pext, magic";
inline const std::string sudoku_kernels = "there are avx512, avx2, generic";
#else
inline const std::string chess_kernels = "there is magic";
inline const std::string sudoku_kernels = "there is generic";
#endif

}  // namespace plylab::testing
