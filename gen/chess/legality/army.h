// Each side's pieces at the start of the game and now, and whether a game can lead from one to the
// other.
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

/// The pieces that can have started on each file of both back ranks: one piece for a single array;
/// for several arrays, every piece that one of them has there.
class StartingArray {
 public:
  /// No array: no piece can have started anywhere.
  StartingArray() = default;
  /// The array of this initial position.
  explicit StartingArray(const Setup& start);

  /// Adds the arrays of `other`.
  void add(const StartingArray& other);

  bool can_have(PieceType type, int file) const { return ((types_[at(file)] >> type) & 1) != 0; }
  bool must_have(PieceType type, int file) const { return types_[at(file)] == 1U << type; }

 private:
  static std::size_t at(int file) { return static_cast<std::size_t>(file); }

  std::array<std::uint8_t, 8> types_{};  // bits by PieceType
};

/// The arrays of Chess960 in which kings and rooks with castling rights have their present squares;
/// the normal array comes first if it is one of them.
std::vector<StartingArray> arrays_for(const Setup& setup);

/// The pieces of one colour.
struct PieceCount {
  std::array<int, 8> of_type{};           ///< by PieceType
  std::array<int, 2> bishops_of_shade{};  ///< on dark and on light squares
  /// By shade: the square on which the array's bishop was captured without having moved, if so.
  std::array<Square, 2> bishop_fell_on{no_square, no_square};
  int pieces = 0;

  /// How many of the 16 pieces the enemy has captured.
  int missing() const { return 16 - pieces; }
  /// How many pawns have been captured or promoted.
  int missing_pawns() const { return 8 - of_type[pawn]; }
  /// The fewest pieces on the board that must be promoted pawns: those in excess of the array's
  /// number of their type. Bishops are counted by the shade of their squares.
  int min_promoted() const;
};

/// The shade of a square: dark (0), as a1, or light (1).
constexpr unsigned shade(Square square) {
  return static_cast<unsigned>(file_of(square) + rank_of(square)) % 2;
}

/// Counts the pieces of a colour in a game from an array. A bishop that its own unmoved pawns still
/// shut in has not moved: if it is missing, it was captured on its first square.
PieceCount count_pieces(const Setup& setup, const StartingArray& array, Color color);

/// The fewest captures by which the colour's pawns, and this many promoted ones, can have reached
/// their squares from eight different files; none if that is impossible.
///
/// A capture moves a pawn one file aside and one rank forward. A promoted pawn has stood on the
/// seventh rank, on a file where the enemy has no pawn on its starting square.
std::optional<int> min_pawn_captures(const Squares& squares, Color color, int promoted);

/// Reasons why no game from the array can lead to these pieces and pawns, whichever side is to
/// move. At most one for each colour, then passed_pawns. Kinds:
/// - too_many_pawns;
/// - promoted: more promoted pieces than pawns missing;
/// - pawn_structure: the pawns cannot have reached their squares at all;
/// - pawn_captures: they need more captures than the enemy has lost pieces;
/// - passed_pawns: pawns have passed each other, or promoted, without any capture.
std::vector<LegalityIssue> judge_material(const Setup& setup, const StartingArray& array);

/// "1 piece", "2 pieces".
inline std::string quantity(int count, const char* one, const char* many) {
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
