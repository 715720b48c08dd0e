// A chess board as four bit planes: plane i holds bit i of each square's piece code.
#pragma once

#include <type_traits>

#include "gen/chess/bitboard/tables.h"
#include "gen/chess/board/bits.h"
#include "gen/chess/board/setup.h"

namespace plylab::chess {

struct Planes;

/// The rules and the type of planes of a kernel. A kernel for fairy chess specialises this
/// (gen/chess/bitboard/fairy.h).
template <class Kernel>
struct KernelRules {
  using Rules = Orthodox;
  using Planes = chess::Planes;
};

template <class Kernel>
inline constexpr bool is_fairy = std::is_same_v<typename KernelRules<Kernel>::Rules, Fairy>;

/// The pieces on the board (see PieceType for the meaning of the planes).
struct Planes {
  Bits diagonal = 0;    // plane 0: slides on diagonals
  Bits orthogonal = 0;  // plane 1: slides on ranks and files
  Bits leaper = 0;      // plane 2: does not slide
  Bits black = 0;       // plane 3

  Bits occupied() const { return diagonal | orthogonal | leaper; }
  Bits of(Color color) const { return color == white ? occupied() & ~black : black; }
  Bits pawns() const { return leaper & ~diagonal & ~orthogonal; }
  Bits knights() const { return leaper & diagonal; }
  Bits kings() const { return leaper & orthogonal; }
  Bits diagonal_sliders() const { return diagonal & ~leaper; }
  Bits orthogonal_sliders() const { return orthogonal & ~leaper; }
  Square king(Color color) const { return first_square(kings() & of(color)); }

  Piece on(Square square) const {
    const auto plane = [square](Bits bits) { return static_cast<unsigned>((bits >> square) & 1); };
    return static_cast<Piece>(plane(diagonal) | (plane(orthogonal) << 1) | (plane(leaper) << 2) |
                              plane(black) << 3);
  }
  void put(Piece piece, Square square) {
    diagonal |= Bits{piece & 1u} << square;
    orthogonal |= Bits{(piece >> 1) & 1u} << square;
    leaper |= Bits{(piece >> 2) & 1u} << square;
    black |= Bits{(piece >> 3) & 1u} << square;
  }
  void clear(Bits squares) {
    diagonal &= ~squares;
    orthogonal &= ~squares;
    leaper &= ~squares;
    black &= ~squares;
  }
};

/// The planes that a kernel works on.
template <class Kernel>
using PlanesOf = typename KernelRules<Kernel>::Planes;

template <class Kernel>
Bits knight_attacks(const PlanesOf<Kernel>& planes, Square square, Bits occupied) {
  if constexpr (is_fairy<Kernel>)
    return planes.attacks->knight(square, occupied);
  else
    return leapers.knight[square];
}

template <class Kernel>
Bits king_attacks(const PlanesOf<Kernel>& planes, Square square) {
  if constexpr (is_fairy<Kernel>)
    return planes.attacks->king[square];
  else
    return leapers.king[square];
}

/// The sliders and riders of both colours that would attack the square if nothing stood between.
template <class Kernel>
Bits attackers_by_line(const PlanesOf<Kernel>& planes, Square square) {
  const Bits sliders = (lines.straight[square] & planes.orthogonal_sliders()) |
                       (lines.diagonal[square] & planes.diagonal_sliders());
  if constexpr (is_fairy<Kernel>)
    return sliders | (planes.attacks->rides[square] & planes.knights());
  else
    return sliders;
}

/// The squares between one and a piece that attacks it if they are empty.
template <class Kernel>
Bits between(const PlanesOf<Kernel>& planes, Square square, Square attacker) {
  if constexpr (is_fairy<Kernel>)
    if (planes.knights() & bit(attacker)) return planes.attacks->between[square][attacker];
  return lines.between[square][attacker];
}

/// The pieces of both colours that attack the square, given `occupied`. Kernel looks up slider
/// attacks.
template <class Kernel>
Bits attackers(const PlanesOf<Kernel>& planes, Square square, Bits occupied) {
  const Bits here = bit(square);
  const Bits pawn_hits = (pawn_attacks(black, here) & planes.of(white)) |
                         (pawn_attacks(white, here) & planes.of(black));
  return ((pawn_hits & planes.pawns()) |
          (knight_attacks<Kernel>(planes, square, occupied) & planes.knights()) |
          (king_attacks<Kernel>(planes, square) & planes.kings()) |
          (Kernel::rook(square, occupied) & planes.orthogonal_sliders()) |
          (Kernel::bishop(square, occupied) & planes.diagonal_sliders())) &
         occupied;
}

/// Whether the pawn on `from` may capture e.p. on `target` without leaving its king in check.
template <class Kernel>
bool en_passant_is_legal(const PlanesOf<Kernel>& planes, Square from, Square target) {
  const Color us = color_of(planes.on(from));
  const Bits captured = bit(forward(!us, target));
  const Bits after = (planes.occupied() & ~bit(from) & ~captured) | bit(target);
  return (attackers<Kernel>(planes, planes.king(us), after) & planes.of(!us)) == 0;
}

}  // namespace plylab::chess
