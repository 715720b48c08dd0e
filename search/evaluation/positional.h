// The evaluation with chess knowledge: material, placement, mobility, pawns, kings and threats,
// between middle game and endgame.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/board.h"
#include "search/base/value.h"

namespace plylab::search {

/// Both values in one Value: the endgame's above the sixteen bits of the middle game's. Sums and
/// differences of scores are scores, as long as neither part passes 32767.
using Score = Value;

constexpr Score score(int middle, int end) { return end * 65536 + middle; }

/// The two parts, in centipawns. The upper part owes what the lower one's sign has borrowed.
constexpr int middle_of(Score both) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(static_cast<unsigned>(both)));
}
constexpr int end_of(Score both) { return (both - middle_of(both)) / 65536; }

/// What a piece of this type is worth on a square whose rank is counted from its own side. The king
/// is worth only where it stands.
Score placement_score(chess::PieceType type, int file, int rank);

class PawnTable;

/// The value for the side to move, in centipawns. `sum` is the sum of the pieces' placement_score()
/// from White's view. `known` has the pawns met before; null: none.
Value positional_value(const chess::Planes& planes, chess::Color side, Score sum,
                       PawnTable* known = nullptr);

/// The same from the sum alone. None where an ending of few men may be worth something else.
std::optional<Value> placement_value(const chess::Planes& planes, chess::Color side, Score sum);

/// What a term of an evaluation says of a position.
struct EvaluationTerm {
  std::string_view name;              ///< of static storage
  std::optional<Score> white, black;  ///< for each side, from its own view; none of a whole
  Value value;  ///< what it adds to the position's value, for the side to move
};

/// The terms of positional_value(), which add up to it: each adds what it changes in the value of
/// those before it, since all of them are weighed between middle game and endgame together.
std::vector<EvaluationTerm> positional_terms(const chess::Planes& planes, chess::Color side);

}  // namespace plylab::search
