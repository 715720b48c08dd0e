// Sudoku grids, and reading puzzles from text.
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

/// The number of cells that are not empty.
std::size_t clues(const Grid& grid);

/// Whether a digit occurs twice in a row, a column or a box.
bool repeats_a_digit(const Grid& grid);

/// The grid in one line, dots for empty cells.
std::string to_string(const Grid& grid);

/// The grid as Bik's program draws it: thirteen lines.
std::vector<std::string> drawing_of(const Grid& grid);

/// A puzzle, and where the text has it.
struct Puzzle {
  Grid grid;
  std::size_t line;  ///< its first line in the text, counted from 1
};

/// The puzzles in a text, and the problems found there.
struct Puzzles {
  std::vector<Puzzle> puzzles = {};
  /// A message for each thing that is not a puzzle, "file:line: …".
  std::vector<std::string> problems = {};
};

/// All puzzles of a text. A puzzle is
/// - a line of 81 cells: digits, and '.' or '0' for an empty cell. The reader ignores the rest of
///   the line after white space, ',', ';' or '#': ratings, solutions and names;
/// - or nine lines of nine cells. As in the output of Bik's program, bars may separate the cells,
///   and borders of '+', '-' and '|' the lines.
/// Between the puzzles there may be empty lines, comments that begin with '#', and headings that
/// end with ':'. A drawing with a wrong line is dropped as a whole.
Puzzles read_puzzles(std::string_view text, const std::string& file);

}  // namespace plylab::sudoku
