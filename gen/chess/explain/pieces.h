// What explanations ask about the pieces on the board, and how their sentences name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/names.h"

namespace plylab::chess {

/// The squares of all pieces of colour `by` that attack the square; pins do not matter.
std::vector<Square> attackers(const Squares& squares, Square square, Color by);

/// The squares strictly between two, from the first on; none if they share no line.
std::vector<Square> between(Square from, Square to);

/// The squares on the way along a line: those between, and the target unless it is `from`.
std::vector<Square> way(Square from, Square to);

bool contains(const std::vector<Square>& list, Square square);

/// The squares of the one list that are not in the other.
std::vector<Square> without(const std::vector<Square>& list, const std::vector<Square>& other);

/// "fifth" for rank 4, counted 0–7 from White's side.
std::string_view rank_name(int rank);

/// "the knight on f6".
std::string named(const Squares& squares, Square square);

/// "the knight on f6 and the rook on e8".
std::string named(const Squares& squares, const std::vector<Square>& list);

}  // namespace plylab::chess
