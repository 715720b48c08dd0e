// The men of each side, and distances between squares, for evaluations on planes.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/bits.h"

namespace plylab::search {

inline constexpr chess::Bits light_squares = 0x55aa55aa55aa55aa;

/// The moves of a king from one square to the other on an empty board.
inline int king_distance(chess::Square a, chess::Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// The sum of the distances in files and in ranks between two squares.
inline int steps_between(chess::Square a, chess::Square b) {
  return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b));
}

/// The distance from the centre, from 0 to 6 in a corner.
inline int off_centre(chess::Square square) {
  const auto off = [](int coordinate) { return std::max(3 - coordinate, coordinate - 4); };
  return off(file_of(square)) + off(rank_of(square));
}

/// The men of one side.
struct Men {
  Men(const chess::Planes& planes, chess::Color side)
      : color(side),
        all(planes.of(side)),
        pawns(planes.pawns() & all),
        knights(planes.knights() & all),
        bishops(planes.diagonal_sliders() & ~planes.orthogonal & all),
        rooks(planes.orthogonal_sliders() & ~planes.diagonal & all),
        queens(planes.diagonal_sliders() & planes.orthogonal & all),
        king(planes.king(side)) {}

  chess::Bits minors_and_majors() const { return knights | bishops | rooks | queens; }
  bool is_bare_king() const { return chess::has_one(all); }

  chess::Color color;
  chess::Bits all, pawns, knights, bishops, rooks, queens;
  chess::Square king;
};

}  // namespace plylab::search
