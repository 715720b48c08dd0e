// The solvers of Sudoku puzzles: cell by cell, and many grids at once in the lanes of vectors.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "gen/sudoku/grid.h"
#include "search/sudoku/kernels.h"

namespace plylab::search::sudoku {

using plylab::sudoku::Grid;

/// When a search ends before it has found all solutions.
struct Limits {
  std::uint64_t solutions = 0;              ///< of a puzzle; 0: all of them
  std::size_t kept = 1;                     ///< how many of them a result keeps
  const std::atomic<bool>* stop = nullptr;  ///< another thread sets it to end the search
};

/// What is known of a puzzle. If a digit repeats among its clues, there is no search.
struct Result {
  std::uint64_t solutions = 0;
  std::uint64_t forced = 0;  ///< cells with one candidate; search_lanes() does not count them
  std::uint64_t tried = 0;   ///< digits assumed when no cell had a single candidate
  std::uint64_t dead_ends = 0;
  bool complete = true;     ///< false: a limit ended the search, there may be more solutions
  std::vector<Grid> found;  ///< the first solutions
};

/// A step of search_cells().
struct Step {
  enum class Kind : std::uint8_t { forced, tried, dead_end, solution };

  Kind kind;
  int depth;                ///< how many assumptions it rests on, itself not counted
  std::size_t cell = 0;     ///< this and the rest are 0 for a solution
  int digit = 0;            ///< 0 at a dead end
  unsigned candidates = 0;  ///< bit n: the digit n
};

/// Finds the solutions as Bik's program does (aartbik.com/strategy.php), in the same order. It
/// lists the empty cells row by row and fills the first of those with the fewest candidates; it
/// ends the search for that cell at the first with a single candidate. The cell, if it has any
/// candidate, is swapped with the last empty one of the list and keeps that place when it is
/// emptied again. Digits are tried in ascending order. A candidate is a digit that is not yet in
/// the cell's row, column or box. Calls `on_step`, if given, for each step; with a solution it gets
/// the grid.
Result search_cells(const Grid& puzzle, const Limits& limits,
                    const std::function<void(const Step&, const Grid&)>& on_step = {});

/// A kernel of search_lanes() by name.
struct KernelEntry {
  std::string_view name;
  const Kernel* kernel;
  bool (*runs)();  ///< whether this CPU can execute it
};

/// The kernels, the fastest first.
std::span<const KernelEntry> kernels();

/// The kernel of that name, or for "" the fastest that this CPU can execute. Throws InputError,
/// which begins with `where`, if there is none of that name or this CPU cannot execute it.
const KernelEntry& find_kernel(std::string_view where, std::string_view name);

/// Searches puzzles side by side. Each lane of a vector holds a node, and the kernel removes places
/// that no solution has from all of them at once (conclude.h). When nothing more follows, the
/// lane's node is a solution, a dead end, or is split in two, one of which waits; a lane without a
/// node takes a waiting one, or else the next puzzle. Returns the results of the puzzles that were
/// begun: all, unless the search was stopped. The results depend on the kernel's number of lanes
/// only where a limit was reached.
std::vector<Result> search_lanes(std::span<const Grid> puzzles, const Limits& limits,
                                 const Kernel& kernel);

}  // namespace plylab::search::sudoku
