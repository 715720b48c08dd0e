// What endgame tables say of a position's moves.
#pragma once

#include <optional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/endgames/table.h"

namespace plylab::chess {

/// A legal move, and what it is worth to the side that plays it; none() if no table tells.
struct RatedMove {
  Move move;
  DistanceValue value;
};

/// All legal moves: the best first, those that no table knows last, equal ones in canonical order.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const ValidSetup& position);
/// The same in the variant whose tables these are.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const VariantSetup& position);

/// The value of a position that has a table, or all of whose moves lead to such; none if not all is
/// known.
std::optional<DistanceValue> probe(const EndgameTables& tables, const ValidSetup& position,
                                   const std::vector<RatedMove>& moves);

}  // namespace plylab::chess
