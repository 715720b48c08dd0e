// Searches of the root with a window, for algorithms that make several in one iteration.
#pragma once

#include "search/core/value.h"

namespace plylab::search {

/// Searches the root once and notes it for the trace.
template <class Variant, class S>
Value search_root(S& s, int depth, Value alpha, Value beta) {
  const Value value = Variant::search(s, depth, 0, alpha, beta);
  s.note_root_search(depth, alpha, beta, value);
  return value;
}

/// The same once more: counted as a second search.
template <class Variant, class S>
Value search_root_again(S& s, int depth, Value alpha, Value beta) {
  return s.again([&] { return search_root<Variant>(s, depth, alpha, beta); });
}

}  // namespace plylab::search
