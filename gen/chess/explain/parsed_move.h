// What a move text asks for in a position, whether that is legal or not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// A piece that is to go from here to there.
struct ParsedMove {
  Square from;
  Square to;                                ///< as written
  PieceType promotion = no_type;            ///< as written: may be a king or a pawn
  std::optional<CastlingSide> castle = {};  ///< the text means castling
  Square rook = no_square;                  ///< castling written as king takes rook: that rook
};

/// Reads UCI (small letters) and castling as "O-O" or "0-0-0". A king of the side to move is taken
/// to castle if it goes along its back rank
/// - to a rook of its own that may castle, or to any other that is two or more files away, or
/// - to the square where castling ends, two or more files away. (One file away is a step.)
///
/// Returns nothing for a text that is no move.
std::optional<ParsedMove> read_move(const Setup& setup, std::string_view text);

/// Whether a pawn goes one square diagonally ahead to an empty square, past an enemy pawn that
/// would have stood there before a double step.
bool looks_en_passant(const Squares& squares, Square from, Square to);

/// Long algebraic: "Ng1-f3", "e5xd6 e.p.", "O-O-O".
std::string long_text(const Setup& setup, const ParsedMove& parsed);

/// The parsed move in the encoding of moves. A capture on an empty square comes out as e.p.
Move as_move(const Setup& setup, const ParsedMove& parsed);

}  // namespace plylab::chess
