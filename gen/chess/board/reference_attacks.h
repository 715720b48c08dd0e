// The slow, obvious reading of the rules on a plain array of 64 squares. The FEN check and the
// tests use it; no generator does.
#pragma once

#include "gen/chess/board/board.h"
#include "gen/chess/board/variant.h"

namespace plylab::chess {

/// The square of the colour's king, or no_square.
Square find_king(const Squares& squares, Color color);

/// Whether a piece of colour `by` attacks the square; pins do not matter.
bool attacked(const Squares& squares, Square square, Color by, const Variant& variant = orthodox);

/// Whether the colour's king stands in check. There must be one.
bool in_check(const Squares& squares, Color color, const Variant& variant = orthodox);

/// Whether `side` has a pawn that may legally capture e.p. on `target`, which must be the square
/// that an enemy pawn has just passed.
bool en_passant_is_legal(const Squares& squares, Color side, Square target,
                         const Variant& variant = orthodox);

/// Whether neither side could ever mate (FIDE 5.2.2 for the cases that material alone decides):
/// bare kings, one minor piece, or any number of bishops all on squares of one colour.
bool insufficient_material(const Squares& squares);

}  // namespace plylab::chess
