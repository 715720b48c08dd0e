// Boards as a grid of characters, for games that are played on squares.
#pragma once

#include <string>
#include <string_view>

namespace plylab {

/// The rows from the top, separated by slashes, a character a square: "." for an empty one, FEN's
/// letters in chess, the signs of Unicode in others. A game has them by a function
/// board_rows(start) beside its Start. Empty for games without a board, and for a text that is not
/// a position.
std::string board_rows(std::string_view game, std::string_view position);

}  // namespace plylab
