// Internal iterative reduction: a node that the table does not know is searched a ply less deep
// (Schröder 2020; Chess Programming Wiki, "Internal iterative reductions"). Switch: iir, with a
// table.
#pragma once

#include "search/core/node_state.h"

namespace plylab::search {

/// The depth from which nodes are reduced.
inline constexpr int iir_depth = 4;

template <class S>
int internal_iterative_reduction(const NodeState<S>& n) {
  return n.s.switches()["iir"] && n.depth >= iir_depth && n.storable && !n.known ? 1 : 0;
}

}  // namespace plylab::search
