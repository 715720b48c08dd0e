#include "gen/chess/kernels.h"

#include <fmt/format.h>

#include <cstdlib>
#include <tuple>

#include "gen/chess/registry.h"
#include "gen/input_error.h"

namespace plylab::chess {
namespace {

std::string forced_by_call;

/// Throws unless the name is that of a kernel that this CPU can run.
void check(const char* where, const std::string& name) {
  std::string known;
  bool found = false, runs = false;
  const auto look_at = [&](const auto& entry) {
    if (entry.kernel.empty()) return;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.kernel);
    if (entry.kernel != name) return;
    found = true;
    runs = entry.runs();
  };
  std::apply([&](const auto&... entry) { (look_at(entry), ...); }, generators);
  if (!found) throw InputError(fmt::format("{}: no '{}'; there are {}", where, name, known));
  if (!runs) throw InputError(fmt::format("{}: this CPU cannot run the kernel '{}'", where, name));
}

}  // namespace

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
         __builtin_cpu_supports("avx512vbmi2");
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

bool runs_anywhere() { return true; }
bool avx2_is_fast() { return runs_avx2() && pext_is_fast(); }
bool avx512_is_fast() { return runs_avx512() && pext_is_fast(); }

std::string forced_kernel() {
  if (!forced_by_call.empty()) return forced_by_call;
  const char* name = std::getenv("PLYLAB_KERNEL");
  if (name == nullptr || *name == '\0') return {};
  check("PLYLAB_KERNEL", name);
  return name;
}

void force_kernel(const std::string& name) {
  check("--kernel", name);
  forced_by_call = name;
}

}  // namespace plylab::chess
