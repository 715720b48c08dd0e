// Endings with few men of which more is known than the sum of their parts.
#pragma once

#include <optional>

#include "gen/chess/bitboard/planes.h"
#include "search/base/value.h"
#include "search/evaluation/men.h"

namespace plylab::search {

/// Most men of an ending that ending_value() may know.
inline constexpr int most_men_of_endings = 5;

/// The value for us, who are to move, in centipawns, of endings that are won or drawn whatever the
/// pieces are worth: mates against a bare king, two knights, pawns and the square of the pawn, the
/// wrong bishop, a queen or a rook against a pawn. None for all other positions.
std::optional<Value> ending_value(const Men& ours, const Men& theirs);

/// Whether our side, which is to move and has only its king and pawns, is stalemated; e.p. captures
/// are overlooked. A quiescence search that stands pat before it lists moves does not see that.
bool is_stalemate(const chess::Planes& planes, const Men& own);

/// Whether all pawns block each other and the side, which has only bishops besides its king, can
/// reach no pawn that is not defended by a pawn: nobody makes progress (Hossa's blocked position).
bool is_blocked(const Men& own, const Men& other);

}  // namespace plylab::search
