// Special knowledge about endings with few men.
#pragma once

#include <optional>

#include "gen/chess/bitboard/planes.h"
#include "search/base/value.h"
#include "search/evaluation/men.h"

namespace plylab::search {

/// The maximum number of men of endings known to ending_value().
inline constexpr int max_men_of_endings = 5;

/// The value, in centipawns for the side to move (`ours`), of endings that are won or drawn
/// regardless of material: mates against a bare king, two knights, pawns and the rule of the
/// square, the wrong bishop, a queen or a rook against a pawn. None for all other positions.
std::optional<Value> ending_value(const Men& ours, const Men& theirs);

/// Whether the side to move, which has only its king and pawns, is stalemated; ignores e.p.
/// captures. A quiescence search that stands pat before it lists moves would miss that.
bool is_stalemate(const chess::Planes& planes, const Men& own);

/// Whether all pawns are blocked and the side, which has only bishops besides its king, can reach
/// no pawn that is not defended by a pawn: no progress is possible (Hossa's blocked position).
bool is_blocked(const Men& own, const Men& other);

}  // namespace plylab::search
