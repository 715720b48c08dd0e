// The rules of chess once more, slow and obvious: make each pseudo-legal move on a plain array and
// see whether the king can be taken. The oracle of every generator.
#pragma once

#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/move.h"

namespace plylab::reference {

/// All legal moves in canonical order.
std::vector<chess::Move> legal_moves(const chess::Fen& fen);

/// The position after a pseudo-legal move; the e.p. square is kept only where a capture is legal.
chess::Fen after(const chess::Fen& fen, chess::Move move);

}  // namespace plylab::reference
