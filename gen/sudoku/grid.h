// Sudoku grids, and puzzles from text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// A puzzle, and where it stands.
struct Puzzle {
  Grid grid;
  std::size_t line;  ///< the first of the text's lines that it takes; they count from 1
};

/// What a text holds.
struct Puzzles {
  std::vector<Puzzle> puzzles = {};
  /// What is not a puzzle, each with `file` and the number of the line before it.
  std::vector<std::string> problems = {};
};

/// All puzzles of a text. A puzzle is
/// - a line of 81 cells: digits, and '.' or '0' where a cell is empty. What follows after white
///   space, ',', ';' or '#' is ignored: ratings, solutions and names;
/// - or nine lines of nine cells. As in the output of Bik's program bars may divide the cells, and
///   borders of '+', '-' and '|' the lines.
/// Between the puzzles may be empty lines, comments that begin with '#', and headings that end with
/// ':'. A drawing in which a line is wrong is left out as a whole.
Puzzles read_puzzles(std::string_view text, const std::string& file);

}  // namespace plylab::sudoku
