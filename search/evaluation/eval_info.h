// What the parts of the positional evaluation look at: the men as sets of squares, and what they
// attack.
#pragma once

#include <array>
#include <bit>

#include "gen/chess/planes.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

inline int count(chess::Bits bits) { return std::popcount(bits); }

/// One side's men and the squares that they attack.
struct Army {
  chess::Bits men = 0, pawns = 0, knights = 0, bishops = 0, rooks = 0, queens = 0;
  chess::Square king = chess::no_square;
  std::array<chess::Bits, 7> attacks_by{};  ///< by type of man
  chess::Bits attacks = 0;                  ///< by any man
  chess::Bits attacks_twice = 0;            ///< by two men or more

  chess::Bits pieces() const { return knights | bishops | rooks | queens; }

  /// Notes what a man attacks.
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
struct View {
  explicit View(const chess::Planes& planes) : occupied(planes.occupied()) {
    for (const chess::Color color : {chess::white, chess::black}) {
      Army& army = armies[chess::index(color)];
      army.men = planes.of(color);
      army.pawns = planes.pawns() & army.men;
      army.knights = planes.knights() & army.men;
      army.bishops = planes.diagonal_sliders() & ~planes.orthogonal & army.men;
      army.rooks = planes.orthogonal_sliders() & ~planes.diagonal & army.men;
      army.queens = planes.diagonal_sliders() & planes.orthogonal & army.men;
      army.king = planes.king(color);
      army.attack(chess::king, chess::leapers.king[army.king]);
      army.attack(chess::pawn, chess::pawn_attacks(color, army.pawns));
    }
  }

  Army& of(chess::Color color) { return armies[chess::index(color)]; }
  const Army& of(chess::Color color) const { return armies[chess::index(color)]; }

  chess::Bits occupied;
  std::array<Army, 2> armies;
};

}  // namespace plylab::search
