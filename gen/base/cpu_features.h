// Which generator kernels this CPU can run, and which are fast on it.
#pragma once

namespace plylab {

/// AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, BITALG, VNNI and VPOPCNTDQ, GFNI and BMI2: Ice Lake, Zen
/// 4 and later.
bool runs_avx512();
/// AVX2 and BMI2.
bool runs_avx2();
/// BMI2.
bool runs_pext();

/// Whether PEXT is executed in hardware: AMD CPUs before Zen 3 run it in microcode, in up to 290
/// cycles.
bool pext_is_fast();
/// Whether the AVX-512 kernels are fast here: they use PEXT for sliding pieces, too.
bool avx512_is_fast();
bool avx2_is_fast();

}  // namespace plylab
