// The array that a game began with, as far as a position tells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gen/chess/board/fen.h"

namespace plylab::chess {

/// A square of the colour's own back rank.
constexpr Square home_square(Color color, int file) {
  return make_square(file, color == white ? 0 : 7);
}

/// Which pieces can have begun the game on the files of both back ranks: of one array one on each
/// file, of several arrays all that one of them has there.
class StartingArray {
 public:
  /// Of no array; nothing can have begun anywhere.
  StartingArray() = default;
  /// Of the array that this start of a game has.
  explicit StartingArray(const Setup& start);

  /// Takes the other's arrays in.
  void add(const StartingArray& other);

  bool can_have(PieceType type, int file) const { return (types_[at(file)] >> type & 1) != 0; }
  bool must_have(PieceType type, int file) const { return types_[at(file)] == 1U << type; }
  /// Whether this piece can have begun on the square.
  bool is_home(Piece piece, Square square) const;

 private:
  static std::size_t at(int file) { return static_cast<std::size_t>(file); }

  std::array<std::uint8_t, 8> types_{};  // bits by PieceType
};

/// The arrays of Chess960 in which the pieces that may still castle stand where they do, the normal
/// one first if it is among them.
std::vector<StartingArray> arrays_for(const Setup& setup);

}  // namespace plylab::chess
