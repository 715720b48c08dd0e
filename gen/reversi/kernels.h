// Kernels that count the last plies on the bitboard of reversi, one file for each instruction set.
#pragma once

#include "gen/game/move_kinds.h"
#include "gen/reversi/board.h"

namespace plylab::reversi {

/// Counts the paths of two and of three moves from a position, given as the discs of the side to
/// move and of the other side. The last move must not have been a pass.
struct Kernel {
  ShortPaths (*two_plies)(Bits own, Bits other);
  ShortPaths (*three_plies)(Bits own, Bits other);
};

extern const Kernel avx512;   ///< eight positions a register
extern const Kernel avx2;     ///< four
extern const Kernel generic;  ///< two, on every CPU

}  // namespace plylab::reversi
