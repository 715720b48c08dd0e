// Which kernels of the bitboard generator this CPU can run, and which one is taken.
#pragma once

#include <string>

namespace plylab::chess {

/// AVX-512 F, BW, CD, DQ, VL, VBMI2 and VPOPCNTDQ, and BMI2: Ice Lake, Zen 4 and later.
bool runs_avx512();
/// AVX2 and BMI2.
bool runs_avx2();
/// BMI2.
bool runs_pext();
/// Any CPU.
bool runs_anywhere();

/// Whether PEXT is executed in hardware: AMD before Zen 3 takes microcode of up to 290 cycles.
bool pext_is_fast();
/// The same for the kernels that look sliders up by PEXT beside their vectors.
bool avx512_is_fast();
bool avx2_is_fast();

/// The kernel that force_kernel() or else the environment variable PLYLAB_KERNEL names, or empty.
/// Throws InputError if it is no kernel, or one that this CPU cannot run.
std::string forced_kernel();

/// Makes every later job take this kernel. Throws InputError like forced_kernel().
void force_kernel(const std::string& name);

}  // namespace plylab::chess
