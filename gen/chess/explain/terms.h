// The parts of an explanation: the move in a text, and the pieces that it concerns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/move.h"
#include "gen/chess/board/reference.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// A move as a text gives it, legal or not.
struct ParsedMove {
  Square from;
  Square to;                                ///< as written
  PieceType promotion = no_type;            ///< as written: may be a king or a pawn
  std::optional<CastlingSide> castle = {};  ///< the text means castling
  Square rook = no_square;                  ///< castling written as king takes rook: that rook
};

/// Reads UCI (lower-case letters) and castling as "O-O" or "0-0-0". A king's move along its back
/// rank counts as castling if it goes
/// - to a rook of its own that may castle, or to any other own rook two or more files away, or
/// - to the square where castling ends, two or more files away. (One file away is a step.)
///
/// Returns none for a text that is not a move.
std::optional<ParsedMove> read_move(const Setup& setup, std::string_view text);

/// Whether a pawn goes one square diagonally ahead to an empty square, past an enemy pawn that
/// would have stood there before a double step.
bool looks_en_passant(const Squares& squares, Square from, Square to);

/// Long algebraic: "Ng1-f3", "e5xd6 e.p.", "O-O-O".
std::string long_text(const Setup& setup, const ParsedMove& parsed);

/// The parsed move as a Move. A pawn's capture on an empty square becomes an e.p. capture.
Move as_move(const Setup& setup, const ParsedMove& parsed);

/// The squares strictly between two, in order from the first; none if they share no line.
std::vector<Square> between(Square from, Square to);

/// The squares on the way along a line: those between, and the target unless it is `from`.
std::vector<Square> way(Square from, Square to);

bool contains(const std::vector<Square>& list, Square square);

/// The squares of `list` that are not in `other`.
std::vector<Square> without(const std::vector<Square>& list, const std::vector<Square>& other);

/// "fifth" for rank 4, counted 0–7 from White's side.
std::string_view rank_name(int rank);

}  // namespace plylab::chess
