// The evaluation with chess knowledge: material, placement, mobility, pawns, kings and threats,
// between middle game and endgame.
#pragma once

#include <cstdint>

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

/// The value for the side to move, in centipawns. `sum` is the sum of the pieces' placement_score()
/// from White's view.
Value positional_value(const chess::Planes& planes, chess::Color side, Score sum);

}  // namespace plylab::search
