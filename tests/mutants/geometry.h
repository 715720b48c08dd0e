// Steps on the board, with its edges and, as a classic mistake, without.
#pragma once

#include <array>

#include "gen/chess/board/board.h"

namespace plylab::chess::mutants {

/// Files to the right and ranks up.
struct Direction {
  int file = 0;
  int rank = 0;

  friend constexpr bool operator==(Direction, Direction) = default;
  constexpr Direction operator-() const { return {-file, -rank}; }
};

inline constexpr std::array<Direction, 4> straights = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
inline constexpr std::array<Direction, 4> diagonals = {{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
inline constexpr std::array<Direction, 8> all_directions = {
    {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};
inline constexpr std::array<Direction, 8> jumps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr bool is_diagonal(Direction d) { return d.file != 0 && d.rank != 0; }

/// The square in that direction, or no_square beyond the edge.
constexpr Square step(Square from, Direction d) {
  const int file = file_of(from) + d.file;
  const int rank = rank_of(from) + d.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? no_square : make_square(file, rank);
}

/// The same by square numbers alone, so that the h-file is followed by the a-file one rank up.
constexpr Square step_without_edges(Square from, Direction d) {
  const int to = from + d.file + 8 * d.rank;
  return to < a1 || to > h8 ? no_square : static_cast<Square>(to);
}

/// Whether both squares are on one line of that direction.
constexpr bool on_line(Square a, Square b, Direction d) {
  return (file_of(b) - file_of(a)) * d.rank == (rank_of(b) - rank_of(a)) * d.file;
}

constexpr Direction forward(Color color) { return {0, color == white ? 1 : -1}; }

}  // namespace plylab::chess::mutants
