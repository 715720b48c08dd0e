// Board diagrams as text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gen/chess/board/board.h"

namespace plylab::chess {

/// Symbols for pieces: FEN's letters, or Unicode's chess symbols.
enum class Figures : std::uint8_t { letters, unicode };

/// Eight lines with the ranks from 8 to 1 and their numbers, and one with the files.
std::vector<std::string> diagram(const Squares& squares, Figures figures = Figures::letters);

/// Rows of FEN's letters. See GameInfo::rows.
std::string board_rows(const Squares& squares);

/// The rows of a start of chess or of one of its variants.
template <class Start>
requires requires(const Start& start) { start.setup().squares; }
std::string board_rows(const Start& start) { return board_rows(start.setup().squares); }

}  // namespace plylab::chess
