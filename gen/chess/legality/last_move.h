// Retracts the last move: which moves can have led to a position, if any.
#pragma once

#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/army.h"
#include "gen/chess/legality/legality.h"

namespace plylab::chess {

/// A possible last move.
struct Retraction {
  Move move;                     ///< as it was played by the side that is not to move
  PieceType captured = no_type;  ///< the piece captured

  friend bool operator==(const Retraction&, const Retraction&) = default;
};

/// All moves that the pieces of the side not to move can have made in a game from the array, as far
/// as the rules of movement and the castling rights show. Captures take any piece that the enemy is
/// missing. Ignores checks and clocks. The position must be one that a ValidSetup accepts.
std::vector<Retraction> retractions(const Setup& setup, const StartingArray& array);

/// The position before the move, with the castling right or the e.p. square that the move used. Its
/// other rights are the present ones, the fewest possible.
Setup before(const Setup& setup, const Retraction& retraction);

/// Whether the move was legal in the previous position: the enemy's king was not in check, castling
/// passed no attacked square, and the double step before an e.p. capture was possible.
bool was_legal(const Setup& previous, Move move);

/// Why no move of a game from the array can have led to the position; empty if some move can. The
/// position must be one that a ValidSetup accepts. Kinds:
/// - en_passant: the double step that the e.p. square implies is impossible;
/// - en_passant_missing: only a double step can have been the last move, but the FEN has no e.p.
///   square although a capture there is legal;
/// - halfmove_clock: only a capture or a pawn move can have been the last move, but the clock is
/// not 0;
/// - check, double_check, triple_check: no move gives these checks;
/// - last_move: no move leads here, and there is no check.
std::vector<LegalityIssue> judge_last_move(const Setup& setup, const StartingArray& array);

}  // namespace plylab::chess
