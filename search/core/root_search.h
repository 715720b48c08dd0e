// Searches of the root with a window, for algorithms that make several in one iteration.
#pragma once

#include "search/base/value.h"

namespace plylab::search {

/// Searches the root once and notes it for the trace.
template <class Search, class S>
Value search_root(S& s, int depth, Value alpha, Value beta) {
  const Value value = Search::search(s, depth, 0, alpha, beta);
  s.root_record.note_search(depth, alpha, beta, value, s.pv);
  return value;
}

/// The same once more: counted as a second search.
template <class Search, class S>
Value re_search_root(S& s, int depth, Value alpha, Value beta) {
  return s.re_search([&] { return search_root<Search>(s, depth, alpha, beta); });
}

}  // namespace plylab::search
