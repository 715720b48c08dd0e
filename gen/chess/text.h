// Text of chess positions (FEN, name or moves) and of lines of moves.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/move.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

/// A position with the moves that lead to it.
struct PlayedSetup {
  Setup start;  ///< as written: the e.p. square may be one where no capture is legal
  std::vector<Move> moves;
  ValidSetup end;
};

/// As plylab::read_position(): "kiwipete", "startpos moves e2e4 e7e5", "FEN moves Nf3"; moves in
/// UCI, long algebraic or SAN. Throws InputError, which says why a move is illegal.
PlayedSetup read_position(std::string_view text);

/// The same without checking the position that the FEN or name gives. Moves that follow are played
/// as by play().
Setup read_setup(std::string_view text);

/// The names of known positions.
std::vector<std::string_view> position_names();

/// The position after some legal moves. After a double step next to an enemy pawn the e.p. square
/// is set even if no capture is legal, as in many programs: the tested generator has to find that
/// out.
Setup play(Setup position, const std::vector<Move>& moves);

/// A position, and whether its text names the side to move.
struct ProblemPosition {
  Setup setup;
  bool side_given = false;
};

/// Reads the board alone, or with any of FEN's further fields after it. Without them White is to
/// move, no pawn can be captured e.p., and castling is allowed wherever king and rook are on their
/// original squares, as in the Codex for Chess Composition (article 16: castling is permitted
/// unless it can be proved that it is not; an e.p. capture only if it can be proved that it is).
/// Any other text is read as by read_setup(). Throws FenError of the first group, and InputError.
ProblemPosition parse_problem_position(std::string_view text);

/// The castling rooks of standard chess, given kings and rooks on their original squares.
CastlingRooks castling_at_home(const Squares& squares);

/// The move in SAN. It must be legal in the position.
std::string san(const ValidSetup& position, Move move);

/// The moves of a line in SAN with move numbers: "1. e4", "e5", "2. Nf3", or "1... e5", "2. Nf3".
std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line);

/// The same in one text: "1. e4 e5 2. Nf3".
std::string san_line(const ValidSetup& position, std::span<const Move> line);

}  // namespace plylab::chess
