#include "gen/base/cpu_features.h"

#include <cstdio>
#include <cstdlib>

namespace plylab {

#if defined(__x86_64__)

namespace {

/// Ends the program with one line on a CPU that cannot run it, before anything else runs: the code
/// outside the kernels has POPCNT, and the least kernels of reversi and Sudoku SSE4.1.
__attribute__((constructor(101))) void require_min_cpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.1")) return;
  std::fputs(
      "plylab: this CPU has no POPCNT or no SSE4.1; Intel since Nehalem (2008) and AMD since "
      "Bulldozer (2011) have both\n",
      stderr);
  std::_Exit(2);
}

}  // namespace

bool runs_pext() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

bool runs_avx2() { return runs_pext() && __builtin_cpu_supports("avx2"); }

bool runs_avx512() {
  return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vpopcntdq") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
         __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512vnni") &&
         __builtin_cpu_supports("gfni");
}

bool pext_is_fast() {
  return runs_pext() && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}

#else

bool runs_pext() { return false; }
bool runs_avx2() { return false; }
bool runs_avx512() { return false; }
bool pext_is_fast() { return false; }

#endif

bool avx2_is_fast() { return runs_avx2() && pext_is_fast(); }
bool avx512_is_fast() { return runs_avx512() && pext_is_fast(); }

}  // namespace plylab
