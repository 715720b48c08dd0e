#include "gen/base/cpu_features.h"

namespace plylab {

#if defined(__x86_64__)

bool runs_pext() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2");
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
