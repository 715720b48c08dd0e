// What a search uses where nothing else is asked for.
#pragma once

#include <string_view>

#include "search/switches.h"

namespace plylab::search {

/// The word for it where an evaluation or an ordering is named.
inline constexpr std::string_view own_choice = "own";

/// A search's own evaluation (of chess), move ordering and switches.
struct Own {
  std::string_view evaluation = "pst";
  std::string_view ordering = "captures";
  bool particular = false;  ///< it has preferences, and these are no mere defaults
  Switches switches = {};
};

/// Those of a search; most have none of their own.
template <class Search>
constexpr Own own_of() {
  if constexpr (requires { Search::own(); })
    return Search::own();
  else
    return {};
}

}  // namespace plylab::search
