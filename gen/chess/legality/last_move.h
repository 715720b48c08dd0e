// The game one move back: which moves can have led to a position, and whether any can.
#pragma once

#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/army.h"
#include "gen/chess/legality/legality.h"

namespace plylab::chess {

/// A move to be taken back.
struct Retraction {
  Move move;                     ///< as it was played by the side that is not to move
  PieceType captured = no_type;  ///< what it took

  friend bool operator==(const Retraction&, const Retraction&) = default;
};

/// All moves that the pieces of the side not to move can have made in a game from the array, as far
/// as their ways of moving and the castling rights tell. What is captured is any piece that the
/// enemy is missing. Checks and clocks do not matter here. The position must be one that a
/// ValidSetup accepts.
std::vector<Retraction> retractions(const Setup& setup, const StartingArray& array);

/// The position before the move, with the castling right or the e.p. square that the move used and
/// otherwise the rights of now, which are the least that there were.
Setup before(const Setup& setup, const Retraction& retraction);

/// Whether the position before it is one in which the move was legal: the enemy's king was not yet
/// in check, castling did not pass attacked squares, and before an e.p. capture the double step
/// was possible.
bool was_legal(const Setup& previous, Move move);

/// What speaks against every move that can have led to the position in a game from the array;
/// nothing if some move can. The position must be one that a ValidSetup accepts. Kinds: en_passant
/// (the double step that the e.p. square tells of cannot have been), en_passant_missing (nothing
/// but a double step can have been, and the e.p. square is not stated though a capture is legal),
/// halfmove_clock (nothing but a capture or pawn move can have been, but the clock runs), check,
/// double_check, triple_check (no move gives these checks), last_move (no move leads here, and
/// there is no check).
std::vector<LegalityIssue> judge_last_move(const Setup& setup, const StartingArray& array);

}  // namespace plylab::chess
