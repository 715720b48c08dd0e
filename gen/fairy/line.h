// Lines of moves in fairy chess as text, as gen/chess/line.h has them for chess.
#pragma once

#include <span>
#include <string>

#include "gen/chess/board/move.h"
#include "gen/chess/board/rules.h"

namespace plylab::fairy {

/// The move in SAN. It must be legal in the position.
std::string san(const chess::VariantSetup& position, chess::Move move);

/// The moves of a line in SAN with move numbers: "1. e4 e5 2. Nf3".
std::string san_line(const chess::VariantSetup& position, std::span<const chess::Move> line);

}  // namespace plylab::fairy
