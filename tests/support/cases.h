// How many cases a test takes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace plylab::testing {

/// Of `all` cases: all in the preset `full`, which says so by PLYLAB_CASES=all in the environment,
/// a fourth usually, and a twentieth under the sanitizers, which make every step several times as
/// slow.
template <std::integral N>
N cases(N all) {
  const char* wanted = std::getenv("PLYLAB_CASES");
  if (wanted != nullptr && std::string_view(wanted) == "all") return all;
#ifdef PLYLAB_SANITIZED
  return all / 20;
#else
  return all / 4;
#endif
}

/// Of cases that are listed, not drawn, every how many-th is taken: as many as cases() says.
inline std::size_t stride() { return 20 / cases<std::size_t>(20); }

}  // namespace plylab::testing
