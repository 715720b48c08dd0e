// Chess as people write it: positions by FEN, name or moves, and lines of moves.
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

/// The same without checking the position: what a FEN or a name says is believed as it stands.
/// Moves that follow are played as by play().
Setup read_setup(std::string_view text);

/// The names that stand for positions.
std::vector<std::string_view> position_names();

/// The position after some legal moves. After a double step beside an enemy pawn the e.p. square is
/// stated even where no capture is legal, as many programs write it: who is asked about the
/// position has to find that out.
Setup play(Setup position, const std::vector<Move>& moves);

/// A position and whether the text says whose move it is.
struct ProblemPosition {
  Setup setup;
  bool side_given = false;
};

/// Reads the board alone, or with any of FEN's further fields after it. Without them it is White's
/// move, no pawn can be taken e.p., and castling is allowed wherever king and rook stand at home,
/// as the Codex for Chess Composition has it (article 16: castling is permitted unless it can be
/// proved that it is not; an e.p. capture only if it can be proved that it is). What else names a
/// position is read as by read_setup(). Throws FenError of the first group, and InputError.
ProblemPosition parse_problem_position(std::string_view text);

/// The castling that king and rook at home allow in standard chess.
CastlingRooks castling_at_home(const Squares& squares);

/// The move in SAN. It must be legal in the position.
std::string san(const ValidSetup& position, Move move);

/// The moves of a line in SAN with move numbers: "1. e4", "e5", "2. Nf3", or "1... e5", "2. Nf3".
std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line);

/// The same in one text: "1. e4 e5 2. Nf3".
std::string san_line(const ValidSetup& position, std::span<const Move> line);

}  // namespace plylab::chess
