// The solver for mates far beyond full width.
#pragma once

#include "search/mate/problem.h"

namespace plylab::search::mate {

/// Depth-first proof-number search (Nagai 2002) for a mate in at most `most_moves`.
///
/// Graph history: whether a repeated position refutes a line depends on the way to it, so that a
/// value stored for one way may be wrong for another (Campbell 1985; Kishimoto and Müller 2004).
/// Here a node is a position together with the number of moves that are left. That number falls
/// along every line, the graph has no cycles, and no value depends on history: a line that only
/// repeats runs out of moves. What is proved with fewer moves left is proved with more, and what is
/// refuted with more is refuted with fewer; both are kept by position and found from any way.
///
/// A mate found is extracted as a tree of all defences and replayed (line_valid); it need not be
/// the shortest. If most_moves is 0, bounds of 4, 8, 16, 32, 64 and 100 moves take turns with
/// rising thresholds. Both tables together keep to table_bytes; what cost the least work gives way.
/// Throws InputError if there is no memory for them.
template <class Start>
MateAnswer solve_by_proof_numbers(const MateProblemOf<Start>& problem);

}  // namespace plylab::search::mate
