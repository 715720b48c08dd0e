// Each side's pieces at the beginning of the game and now, and whether the first can become the
// second.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/chess/board/board.h"
#include "gen/chess/board/setup.h"
#include "gen/chess/legality/legality.h"

namespace plylab::chess {

/// A square of the colour's own back rank.
constexpr Square home_square(Color color, int file) {
  return make_square(file, color == white ? 0 : 7);
}

/// Which pieces can have begun the game on each file of both back ranks: one piece a file for a
/// single array; for several arrays every piece that one of them has there.
class StartingArray {
 public:
  /// Of no array; nothing can have begun anywhere.
  StartingArray() = default;
  /// Of the array that this start of a game has.
  explicit StartingArray(const Setup& start);

  /// Adds the other's arrays.
  void add(const StartingArray& other);

  bool can_have(PieceType type, int file) const { return (types_[at(file)] >> type & 1) != 0; }
  bool must_have(PieceType type, int file) const { return types_[at(file)] == 1U << type; }

 private:
  static std::size_t at(int file) { return static_cast<std::size_t>(file); }

  std::array<std::uint8_t, 8> types_{};  // bits by PieceType
};

/// The arrays of Chess960 in which the pieces that may still castle stand where they do, the normal
/// one first if it is among them.
std::vector<StartingArray> arrays_for(const Setup& setup);

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

/// Counts the pieces of a colour in a game from an array. A bishop that its own unmoved pawns still
/// shut in has not moved: if it is missing, it was captured on its first square.
PieceCount count_pieces(const Setup& setup, const StartingArray& array, Color color);

/// The fewest captures by which the colour's pawns, and this many more that have been promoted, can
/// have come where they are from eight different files; nothing if that is impossible.
///
/// A pawn changes its file by a capture, one file at a time, and each time goes one rank on. One
/// that has been promoted has stood on the seventh rank, on a file where the enemy's pawn is no
/// longer at home.
std::optional<int> fewest_pawn_captures(const Squares& squares, Color color, int promoted);

/// Reasons why a game from the array cannot lead to these pieces and pawns, with either side to
/// move. At most one for each colour, then passed_pawns. Kinds:
/// - too_many_pawns;
/// - promoted: more promoted pieces than pawns missing;
/// - pawn_structure: the pawns cannot have reached their squares at all;
/// - pawn_captures: they need more captures than the enemy has lost pieces;
/// - passed_pawns: pawns have passed each other, or promoted, without any capture.
std::vector<LegalityIssue> judge_material(const Setup& setup, const StartingArray& array);

/// "1 piece", "2 pieces".
inline std::string counted(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// "a1, b2 and c3".
inline std::string listed(const std::vector<Square>& squares) {
  std::string text;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (i > 0) text += i + 1 == squares.size() ? " and " : ", ";
    text += to_string(squares[i]);
  }
  return text;
}

}  // namespace plylab::chess
