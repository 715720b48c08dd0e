// Positions as problems state them: Forsyth notation, with as much of FEN as there is.
#pragma once

#include <string_view>

#include "gen/chess/board/setup.h"

namespace plylab::chess {

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

}  // namespace plylab::chess
