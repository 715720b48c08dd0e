// How the wide search of Sudoku puzzles draws conclusions: for each instruction set in a file of
// its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace plylab::search::sudoku {

/// Sets of lanes, a bit each.
struct Conclusions {
  std::uint32_t dead;     ///< there is no solution
  std::uint32_t changed;  ///< places were taken away: there may be more to conclude
  std::uint32_t open;     ///< a cell had more than one candidate
};

/// As many nodes at once as a register has lanes.
struct Kernel {
  std::size_t lanes;
  /// Takes places away that no solution has, in all nodes: once, not until nothing changes. The
  /// places of node n are places[i * lanes + n], in the order of Node::places; places is aligned to
  /// a register. A node without changes that is neither dead nor open is a solution.
  Conclusions (*conclude)(std::uint32_t* places);
};

/// The most lanes of a kernel.
inline constexpr std::size_t most_lanes = 16;

extern const Kernel avx512;   ///< sixteen nodes a register
extern const Kernel avx2;     ///< eight
extern const Kernel generic;  ///< four, on every CPU

}  // namespace plylab::search::sudoku
