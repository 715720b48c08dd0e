// A Sudoku grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace plylab::sudoku {

inline constexpr std::size_t cells = 81;

constexpr std::size_t row_of(std::size_t cell) { return cell / 9; }
constexpr std::size_t column_of(std::size_t cell) { return cell % 9; }
constexpr std::size_t box_of(std::size_t cell) { return cell / 27 * 3 + cell % 9 / 3; }

/// Digits from 1 to 9 row by row, 0 in an empty cell.
struct Grid : std::array<std::uint8_t, cells> {};

/// How many cells are not empty.
std::size_t clues(const Grid& grid);

/// Whether a digit stands twice in a row, a column or a box.
bool repeats_a_digit(const Grid& grid);

/// The grid in one line, dots for empty cells.
std::string to_string(const Grid& grid);

/// The grid as Bik's program draws it: thirteen lines.
std::vector<std::string> drawing_of(const Grid& grid);

}  // namespace plylab::sudoku
