// The values of a position's moves from endgame tables.
#pragma once

#include <optional>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/endgames/table.h"

namespace plylab::chess {

/// A legal move and its value for the side that plays it; none() if no table has it.
struct RatedMove {
  Move move;
  DistanceValue value;
};

/// All legal moves: the best first, those in no table last, equal ones in canonical order.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const ValidSetup& position);
/// The same in the variant of the tables.
std::vector<RatedMove> rated_moves(const EndgameTables& tables, const VariantSetup& position);

/// The value of a position in a table, or of one whose moves all lead to positions in tables;
/// otherwise none.
std::optional<DistanceValue> probe(const EndgameTables& tables, const ValidSetup& position,
                                   const std::vector<RatedMove>& moves);

}  // namespace plylab::chess
