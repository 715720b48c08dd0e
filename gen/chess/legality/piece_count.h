// Counting the pieces of a position: who is missing, and who must have been a pawn.
#pragma once

#include <array>
#include <optional>

#include "gen/chess/board/fen.h"
#include "gen/chess/legality/starting_array.h"

namespace plylab::chess {

/// The pieces of one colour.
struct PieceCount {
  std::array<int, 8> of_type{};           ///< by PieceType
  std::array<int, 2> bishops_of_shade{};  ///< on dark and on light squares
  /// By shade: where the array's own bishop was captured without ever having moved, if it was.
  std::array<Square, 2> bishop_fell_on{no_square, no_square};
  int pieces = 0;

  /// How many the enemy has captured, from an army of 16.
  int missing() const { return 16 - pieces; }
  /// How many pawns have been captured or promoted.
  int missing_pawns() const { return 8 - of_type[pawn]; }
  /// How many of the pieces on the board must have been pawns: those beyond the array's number of
  /// their type, with bishops counted by the shade of their squares, which they never leave.
  int fewest_promoted() const;
};

/// Dark (0) as a1, or light (1).
constexpr unsigned shade(Square square) {
  return static_cast<unsigned>(file_of(square) + rank_of(square)) % 2;
}

/// Counts the pieces of a colour in a game from an array. A bishop whose ways out are still blocked
/// by pawns at home has not moved: if it is not there, it has been captured there.
PieceCount count_pieces(const Setup& setup, const StartingArray& array, Color color);

/// The fewest captures by which the colour's pawns, and this many more that have been promoted, can
/// have come where they are from eight different files; nothing if that is impossible.
///
/// A pawn changes its file by a capture, one file at a time, and each time goes one rank on. One
/// that has been promoted has stood on the seventh rank, on a file where the enemy's pawn is no
/// longer at home.
std::optional<int> fewest_pawn_captures(const Squares& squares, Color color, int promoted);

}  // namespace plylab::chess
