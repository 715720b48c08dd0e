// The rules of chess and its variants once more, slow and obvious, on a plain array of 64 squares:
// make each pseudo-legal move and see whether the king can be taken. No generator uses them. They
// check FENs, judge the generators, and explanations rest on them.
#pragma once

#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/board/variants.h"

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

/// The moves that the pieces can make if checks do not matter, castling only where it is legal. The
/// FEN needs one king a side and is otherwise believed; its e.p. square may be one where no capture
/// is legal.
std::vector<Move> pseudo_legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// All legal moves in canonical order.
std::vector<Move> legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// The position after a pseudo-legal move; the e.p. square is kept only where a capture is legal.
Setup after(const Setup& setup, Move move, const Variant& variant = orthodox);

}  // namespace plylab::chess
