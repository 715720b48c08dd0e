// What the searches of Sudoku puzzles are given and what they bring out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/sudoku/grid.h"

namespace plylab::search::sudoku {

using plylab::sudoku::Grid;

/// When a search ends before it has found all solutions.
struct Limits {
  std::uint64_t solutions = 0;              ///< of a puzzle; 0: all of them
  std::size_t kept = 1;                     ///< of these, how many are kept
  const std::atomic<bool>* stop = nullptr;  ///< raised from outside to end early
};

/// What is known of a puzzle. If digits repeat among its clues, nothing is searched.
struct Result {
  std::uint64_t solutions = 0;
  std::uint64_t forced = 0;  ///< cells with one candidate; `lanes` does not count them
  std::uint64_t tried = 0;   ///< assumptions made where no cell had one
  std::uint64_t dead_ends = 0;
  bool complete = true;     ///< false: a limit ended the search, there may be more
  std::vector<Grid> found;  ///< the first ones
};

}  // namespace plylab::search::sudoku
