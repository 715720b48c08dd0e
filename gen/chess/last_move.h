// The game one move back: which moves can have led to a position?
#pragma once

#include <vector>

#include "gen/chess/fen.h"
#include "gen/chess/finding.h"
#include "gen/chess/move.h"

namespace plylab::chess {

/// A move to be taken back.
struct Retraction {
  Move move;                     ///< as it was played by the side that is not to move
  PieceType captured = no_type;  ///< what it took

  friend bool operator==(const Retraction&, const Retraction&) = default;
};

/// All moves that the men of the side not to move can have made, as far as their ways of moving and
/// the castling rights tell. What is captured is any man that the enemy is missing. Checks and
/// clocks do not matter here. The position must be one that a Setup accepts.
std::vector<Retraction> retractions(const Fen& fen);

/// The position before the move, with the castling right or the e.p. square that the move used and
/// otherwise the rights of now, which are the least that there were.
Fen before(const Fen& fen, const Retraction& retraction);

/// Whether the position before it is one in which the move was legal: the enemy's king was not yet
/// in check, castling did not pass attacked squares, and before an e.p. capture the double step
/// was possible.
bool was_legal(const Fen& previous, Move move);

/// What speaks against every move that can have led to the position; nothing if some move can. The
/// position must be one that a Setup accepts. Kinds: en_passant (the double step that the e.p.
/// square tells of cannot have been), en_passant_missing (nothing but a double step can have been,
/// and the e.p. square is not stated though a capture is legal), halfmove_clock (nothing but a
/// capture or pawn move can have been, but the clock runs), check, double_check, triple_check (no
/// move gives these checks), last_move (no move leads here, and there is no check).
std::vector<Finding> judge_last_move(const Fen& fen);

}  // namespace plylab::chess
