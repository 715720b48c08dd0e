// Positions for xboard engines that have no setboard: the edit mode of the old protocol.
#pragma once

#include <string>
#include <vector>

#include "gen/chess/board/setup.h"

namespace plylab::suites::play {

/// Whether edit mode can set a position up: it tells neither castling rights nor e.p. squares, and
/// engines take it that a king and a rook at home have not moved.
bool can_be_edited(const chess::Setup& setup);

/// The lines that set it up after "new" and "force". Edit mode keeps the side to move, which is
/// White: for Black a move of White is made before.
std::vector<std::string> edit_lines(const chess::Setup& setup);

}  // namespace plylab::suites::play
