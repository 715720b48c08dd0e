// The reference rules of chess and its variants, slow and obvious, on an array of 64 squares: each
// pseudo-legal move is made, and is legal if the king cannot be captured. No generator uses them.
// They check FENs, test the generators, are the basis of explanations, and solve problems in which
// a king is missing.
#pragma once

#include <string>
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

/// The squares of all pieces of colour `by` that attack the square; pins do not matter.
std::vector<Square> attackers(const Squares& squares, Square square, Color by,
                              const Variant& variant = orthodox);

/// "the knight on f6"; "the knight on f6 and the rook on e8".
std::string named(const Squares& squares, Square square);
std::string named(const Squares& squares, const std::vector<Square>& list);

/// Whether the colour's king is in check. Without a king it is not: one is missing in
/// some problems, and the walks of simulated faulty generators may capture one.
bool in_check(const Squares& squares, Color color, const Variant& variant = orthodox);

/// Whether `side` has a pawn that may legally capture e.p. on `target`, which must be the square
/// that an enemy pawn has just passed.
bool en_passant_is_legal(const Squares& squares, Color side, Square target,
                         const Variant& variant = orthodox);

/// Whether neither side could ever mate (FIDE 5.2.2 for the cases that material alone decides):
/// bare kings, one minor piece, or any number of bishops all on squares of one colour.
bool insufficient_material(const Squares& squares);

/// The moves of the pieces regardless of check; castling only if it is legal. The setup has at most
/// one king on each side and is otherwise not checked; its e.p. square may be one where no capture
/// is legal.
std::vector<Move> pseudo_legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// All legal moves in canonical order.
std::vector<Move> legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// The position with White and Black exchanged: the same game for the side to move.
Setup with_colors_exchanged(const Setup& setup);

/// The position with the files in reverse; it must have no castling rights.
Setup with_files_reversed(const Setup& setup);

/// The position after a pseudo-legal move; the e.p. square is kept only where a capture is legal.
Setup after(const Setup& setup, Move move, const Variant& variant = orthodox);

}  // namespace plylab::chess
