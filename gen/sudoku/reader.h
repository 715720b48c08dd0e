// Sudoku puzzles from text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gen/sudoku/grid.h"

namespace plylab::sudoku {

/// A puzzle, and where it stands.
struct Puzzle {
  Grid grid;
  std::size_t line;  ///< the first of the text's lines that it takes; they count from 1
};

/// What a text holds.
struct Puzzles {
  std::vector<Puzzle> puzzles = {};
  /// What is no puzzle, each with `file` and the number of the line before it.
  std::vector<std::string> problems = {};
};

/// All puzzles of a text. A puzzle is
/// - a line of 81 cells: digits, and '.' or '0' where a cell is empty. What follows after white
///   space, ',', ';' or '#' is nobody's business here: ratings, solutions and names stand there;
/// - or nine lines of nine cells. As in the output of Bik's program bars may divide the cells, and
///   borders of '+', '-' and '|' the lines.
/// Between the puzzles may be empty lines, comments that begin with '#', and headings that end with
/// ':'. A drawing in which a line is wrong is left out as a whole.
Puzzles read_puzzles(std::string_view text, const std::string& file);

}  // namespace plylab::sudoku
