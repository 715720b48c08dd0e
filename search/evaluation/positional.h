// The evaluation with chess knowledge: material, placement, mobility, pawns, kings and threats,
// interpolated between middlegame and endgame.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/board.h"
#include "search/base/value.h"

namespace plylab::search {

/// Both values in one Value: the endgame's above the sixteen bits of the middlegame's. Sums and
/// differences of scores are scores, as long as neither part exceeds 32767.
using Score = Value;

constexpr Score score(int middle, int end) { return end * 65536 + middle; }

/// The two parts, in centipawns. A negative lower part borrows from the upper one, which must be
/// corrected.
constexpr int middle_of(Score both) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(static_cast<unsigned>(both)));
}
constexpr int end_of(Score both) { return (both - middle_of(both)) / 65536; }

/// The score of a piece of this type on a square whose rank is counted from its own side. The king
/// only has a placement score.
Score placement_score(chess::PieceType type, int file, int rank);

class PawnTable;

/// The value for the side to move, in centipawns. `sum` is the sum of the pieces' placement_score()
/// from White's view. `known` is a pawn table, or null.
Value positional_value(const chess::Planes& planes, chess::Color side, Score sum,
                       PawnTable* known = nullptr);

/// The same from the sum alone. None if it may be a known ending of few men.
std::optional<Value> placement_value(const chess::Planes& planes, chess::Color side, Score sum);

/// A term of an evaluation in a position.
struct EvaluationTerm {
  std::string_view name;              ///< of static storage
  std::optional<Score> white, black;  ///< for each side, from its own view; none for a total
  Value value;                        ///< its contribution to the value for the side to move
};

/// The terms of positional_value(), which add up to it. The value of a term is its change to the
/// value of the terms before it, because the interpolation between middlegame and endgame applies
/// to their sum.
std::vector<EvaluationTerm> positional_terms(const chess::Planes& planes, chess::Color side);

}  // namespace plylab::search
