// A node of the wide search of Sudoku puzzles: the places that are left for each digit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gen/sudoku/grid.h"

namespace plylab::search::sudoku {

using plylab::sudoku::Grid;

/// The places of a digit in a band, which is three rows: bit 9r + c is column c of row r.
using Places = std::uint32_t;

inline constexpr std::size_t bands = 3;
inline constexpr std::size_t digits = 9;
inline constexpr Places all_places = 0777777777;

/// The places of all digits, by digit and band.
struct Node {
  std::array<Places, digits * bands> places;

  /// What the clues leave: other digits than a clue have no place in its cell.
  static Node of(const Grid& puzzle);

  /// The grid, where each cell has one candidate.
  Grid grid() const;

  /// Assumes a digit in a cell, and returns the node without it: the two have no solution in
  /// common. Of the cells with two candidates it is the one that shares units with the most others,
  /// the first of these; if there is none, a cell with the fewest. Some cell must have two.
  Node split();
};

}  // namespace plylab::search::sudoku
