// The defaults of a search.
#pragma once

#include <string_view>

#include "search/base/switches.h"

namespace plylab::search {

/// The name of a search's own evaluation or ordering.
inline constexpr std::string_view default_choice = "default";

/// A search's own evaluation (of chess), move ordering and switches.
struct Preset {
  std::string_view evaluation = "pst";
  std::string_view ordering = "captures";
  bool particular = false;  ///< it has preferences that are more than defaults
  Switches switches = {};
};

/// The preset of a search; most searches have none.
template <class Search>
constexpr Preset preset_of() {
  if constexpr (requires { Search::preset(); })
    return Search::preset();
  else
    return {};
}

}  // namespace plylab::search
