// The obvious search of Sudoku puzzles: cell by cell.
#pragma once

#include <cstdint>
#include <functional>

#include "search/sudoku/result.h"

namespace plylab::search::sudoku {

/// A step of the search.
struct Step {
  enum class Kind : std::uint8_t { forced, tried, dead_end, solution };

  Kind kind;
  int depth;                ///< how many assumptions it rests on; itself not counted
  std::size_t cell = 0;     ///< of a solution none, as of what follows
  int digit = 0;            ///< 0 at a dead end
  unsigned candidates = 0;  ///< bit n: the digit n
};

/// Finds the solutions as Bik's program does (aartbik.com/strategy.php), in the same order: the
/// empty cells are listed row by row; the first of those with the fewest candidates is next, and
/// the look for it ends at a cell with one; if it has any, it changes places with the last cell
/// that is still empty, and keeps that place when it is emptied again; digits are tried upwards. A
/// candidate is what does not stand in the cell's row, column and box yet. `tell`, if there is one,
/// is told each step, and a solution together with the grid.
Result search_cells(const Grid& puzzle, const Limits& limits,
                    const std::function<void(const Step&, const Grid&)>& tell = {});

}  // namespace plylab::search::sudoku
