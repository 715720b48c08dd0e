// How many cases a test takes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace plylab::testing {

/// Of `all` cases: all in the preset `full`, which says so by PLYLAB_CASES=all in the environment,
/// an eighth usually, and a fortieth under the sanitizers, which make every step several times as
/// slow.
template <std::integral N>
N cases(N all) {
  const char* wanted = std::getenv("PLYLAB_CASES");
  if (wanted != nullptr && std::string_view(wanted) == "all") return all;
#ifdef PLYLAB_SANITIZED
  return std::max<N>(all / 40, 1);
#else
  return std::max<N>(all / 8, 1);
#endif
}

/// Of cases that are listed, not drawn, every how many-th is taken: as many as cases() says.
inline std::size_t stride() { return 40 / cases<std::size_t>(40); }

}  // namespace plylab::testing
