// Lines of moves as text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gen/chess/board/fen.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// The move in SAN. It must be legal in the position.
std::string san(const ValidSetup& position, Move move);

/// The moves of a line in SAN with move numbers: "1. e4", "e5", "2. Nf3", or "1... e5", "2. Nf3".
std::vector<std::string> san_words(const ValidSetup& position, std::span<const Move> line);

/// The same in one text: "1. e4 e5 2. Nf3".
std::string san_line(const ValidSetup& position, std::span<const Move> line);

}  // namespace plylab::chess
