// What the parts of the positional evaluation look at: the pieces as sets of squares, and what they
// attack.
#pragma once

#include <array>
#include <bit>

#include "gen/chess/bitboard/planes.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

inline int count(chess::Bits bits) { return std::popcount(bits); }

/// One side's pieces and the squares that they attack.
struct SideInfo {
  chess::Bits pieces = 0, pawns = 0, knights = 0, bishops = 0, rooks = 0, queens = 0;
  chess::Square king = chess::no_square;
  std::array<chess::Bits, 7> attacks_by{};  ///< by type of piece
  chess::Bits attacks = 0;                  ///< by any piece
  chess::Bits attacks_twice = 0;            ///< by two pieces or more

  chess::Bits minors_and_majors() const { return knights | bishops | rooks | queens; }

  /// Notes what a piece attacks.
  void attack(chess::PieceType type, chess::Bits squares) {
    attacks_twice |= attacks & squares;
    attacks |= squares;
    attacks_by[type] |= squares;
  }
};

inline constexpr chess::Bits light_squares = 0x55aa55aa55aa55aa;

/// The whole file of a square, the files beside it, and all squares of the files of a set.
constexpr chess::Bits file_bits(int file) { return chess::file_a << file; }
constexpr chess::Bits beside(chess::Bits bits) {
  return chess::shift_east(bits) | chess::shift_west(bits);
}

/// The squares and all before them, seen by the colour.
constexpr chess::Bits fill_forward(chess::Color color, chess::Bits bits) {
  if (color == chess::white) {
    bits |= bits << 8;
    bits |= bits << 16;
    return bits | bits << 32;
  }
  bits |= bits >> 8;
  bits |= bits >> 16;
  return bits | bits >> 32;
}
/// The squares strictly before those of the set, seen by the colour.
constexpr chess::Bits ahead(chess::Color color, chess::Bits bits) {
  return fill_forward(color, chess::shift_forward(color, bits));
}
constexpr chess::Bits fill_file(chess::Bits bits) {
  return fill_forward(chess::white, bits) | fill_forward(chess::black, bits);
}

/// The position for the parts of the evaluation.
struct EvalInfo {
  explicit EvalInfo(const chess::Planes& planes) : occupied(planes.occupied()) {
    for (const chess::Color color : {chess::white, chess::black}) {
      SideInfo& side_info = sides[chess::index(color)];
      side_info.pieces = planes.of(color);
      side_info.pawns = planes.pawns() & side_info.pieces;
      side_info.knights = planes.knights() & side_info.pieces;
      side_info.bishops = planes.diagonal_sliders() & ~planes.orthogonal & side_info.pieces;
      side_info.rooks = planes.orthogonal_sliders() & ~planes.diagonal & side_info.pieces;
      side_info.queens = planes.diagonal_sliders() & planes.orthogonal & side_info.pieces;
      side_info.king = planes.king(color);
      side_info.attack(chess::king, chess::leapers.king[side_info.king]);
      side_info.attack(chess::pawn, chess::pawn_attacks(color, side_info.pawns));
    }
  }

  SideInfo& of(chess::Color color) { return sides[chess::index(color)]; }
  const SideInfo& of(chess::Color color) const { return sides[chess::index(color)]; }

  chess::Bits occupied;
  std::array<SideInfo, 2> sides;
};

}  // namespace plylab::search
