// The pseudo-variant `minimal`.
#pragma once

#include <string_view>

namespace plylab::search {

/// The variant for alpha-beta on the minimal tree, that is, with the best moves known beforehand
/// (search/algorithms/minimal.h). Its nodes are those of the minimal tree.
inline constexpr std::string_view minimal_variant = "minimal";

/// The search that a variant runs.
constexpr std::string_view search_of(std::string_view variant) {
  return variant == minimal_variant ? "alphabeta" : variant;
}

}  // namespace plylab::search
