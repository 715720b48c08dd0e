// The board as people see it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/chess/board/board.h"

namespace plylab::chess {

/// What stands for the pieces: FEN's letters, or the chess pieces of Unicode.
enum class Figures : std::uint8_t { letters, unicode };

/// Eight lines, from the eighth rank to the first, each with its number, and one with the files.
std::vector<std::string> diagram(const Squares& squares, Figures figures = Figures::letters);

/// Rows of FEN's letters. See GameInfo::rows.
std::string board_rows(const Squares& squares);

/// Those of a start of chess or of one of its variants.
template <class Start>
requires requires(const Start& start) { start.setup().squares; }
std::string board_rows(const Start& start) { return board_rows(start.setup().squares); }

}  // namespace plylab::chess
