// Positions of chess as people write them: a FEN or a name, and then perhaps moves.
#pragma once

#include <string_view>
#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// A position with the moves that lead to it.
struct PlayedSetup {
  Setup start;  ///< as it is written: an e.p. square may be one where no capture is legal
  std::vector<Move> moves;
  ValidSetup end;
};

/// As plylab::read_position(): "kiwipete", "startpos moves e2e4 e7e5", "FEN moves Nf3"; moves in
/// UCI, long algebraic or SAN. Throws InputError, which says why a move is illegal.
PlayedSetup read_position(std::string_view text);

/// The same for a position that need not be one: what a FEN or a name says is believed as it
/// stands, unless moves follow, which are played as by play().
Setup read_setup(std::string_view text);

/// The names that stand for positions.
std::vector<std::string_view> position_names();

}  // namespace plylab::chess
