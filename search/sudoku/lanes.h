// The fast search of Sudoku puzzles: many nodes at once, a vector lane each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/sudoku/kernels.h"
#include "search/sudoku/result.h"

namespace plylab::search::sudoku {

/// A kernel by name.
struct KernelEntry {
  std::string_view name;
  const Kernel* kernel;
  bool (*runs)();  ///< whether this CPU can execute it
};

/// The kernels, the fastest first.
std::span<const KernelEntry> kernels();

/// The kernel of that name, or for "" the fastest that runs here. Throws InputError, which `where`
/// begins, if there is none or this CPU cannot execute it.
const KernelEntry& find_kernel(std::string_view where, std::string_view name);

/// Searches puzzles side by side. Each lane holds a node. In all of them at once places are taken
/// away that no solution has (conclude.h); where that comes to an end, the lane's node is a
/// solution, a dead end, or split in two, one of which waits; a lane without node takes one that
/// waits, else the next puzzle. Returns the results of the puzzles that were begun: all but for an
/// early end. They depend on the puzzles and on the kernel's number of lanes only where a limit was
/// reached.
std::vector<Result> search_lanes(std::span<const Grid> puzzles, const Limits& limits,
                                 const Kernel& kernel);

}  // namespace plylab::search::sudoku
