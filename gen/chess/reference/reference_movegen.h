// The rules of chess and its variants once more, slow and obvious: make each pseudo-legal move on a
// plain array and see whether the king can be taken. The oracle of every generator, and what
// explanations rest on.
#pragma once

#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/variant.h"

namespace plylab::chess {

/// The moves that the pieces can make if checks do not matter, castling only where it is legal. The
/// FEN needs one king a side and is otherwise believed; its e.p. square may be one where no capture
/// is legal.
std::vector<Move> pseudo_legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// All legal moves in canonical order.
std::vector<Move> legal_moves(const Setup& setup, const Variant& variant = orthodox);

/// The position after a pseudo-legal move; the e.p. square is kept only where a capture is legal.
Setup after(const Setup& setup, Move move, const Variant& variant = orthodox);

}  // namespace plylab::chess
