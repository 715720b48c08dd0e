// The kernels of search_lanes(), one file for each instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace plylab::search::sudoku {

/// Sets of lanes, a bit each.
struct Conclusions {
  std::uint32_t dead;     ///< there is no solution
  std::uint32_t changed;  ///< places were removed: more may follow
  std::uint32_t open;     ///< a cell had several candidates
};

/// A kernel: as many nodes at once as a register has lanes.
struct Kernel {
  std::size_t lanes;
  /// Removes places that no solution has, in all nodes, in one pass. The place set of node n for a
  /// digit (from 0) and a band is places[(3 * digit + band) * lanes + n]; places is aligned to a
  /// register. A node without changes that is neither dead nor open is a solution.
  Conclusions (*conclude)(std::uint32_t* places);
};

/// The most lanes of a kernel.
inline constexpr std::size_t max_lanes = 16;

extern const Kernel avx512;   ///< sixteen nodes a register
extern const Kernel avx2;     ///< eight
extern const Kernel generic;  ///< four, on every CPU

}  // namespace plylab::search::sudoku
