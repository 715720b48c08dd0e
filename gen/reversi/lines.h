// Lines of discs on the bitboard, found by filling: for one position, or for another one in each
// lane of a vector.
#pragma once

#include "gen/reversi/board.h"

namespace plylab::reversi {

/// The files b to g: a disc on the a- or h-file ends every line but a vertical one.
inline constexpr Bits inner_files = 0x7e7e7e7e7e7e7e7e;

// Kernels compile this for their own instruction sets: none must leave a copy for the linker.
#define PLYLAB_INLINE [[gnu::always_inline]] inline constexpr

/// All squares so many further.
template <int step, class V>
PLYLAB_INLINE V stepped(V squares) {
  if constexpr (step > 0)
    return squares << step;
  else
    return squares >> -step;
}

/// The discs of the other side that lie in unbroken lines from the squares on, that way. At most
/// six fit between two squares; the lengths double (Kogge and Stone, IEEE Trans. Comput. C-22,
/// 1973).
template <int step, class V>
PLYLAB_INLINE V line_from(V squares, V other) {
  const V between = step == 8 || step == -8 ? other : other & inner_files;
  V line = between & stepped<step>(squares);
  line |= between & stepped<step>(line);
  const V pairs = between & stepped<step>(between);
  line |= pairs & stepped<2 * step>(line);
  line |= pairs & stepped<2 * step>(line);
  return line;
}

/// The squares behind such lines.
template <int step, class V>
PLYLAB_INLINE V behind_line_from(V squares, V other) {
  return stepped<step>(line_from<step>(squares, other));
}

/// The squares where a side could put a disc down.
template <class V>
PLYLAB_INLINE V placements(V own, V other) {
  const V ends = behind_line_from<1>(own, other) | behind_line_from<-1>(own, other) |
                 behind_line_from<8>(own, other) | behind_line_from<-8>(own, other) |
                 behind_line_from<7>(own, other) | behind_line_from<-7>(own, other) |
                 behind_line_from<9>(own, other) | behind_line_from<-9>(own, other);
  return ends & ~(own | other);
}

/// The line from the square if it ends at a disc of the own side. Lanes::select(condition, vector)
/// gives the lanes in which the condition's are not 0, and 0 in the others.
template <class Lanes, int step, class V>
PLYLAB_INLINE V turned_by_step(V square, V own, V other) {
  const V line = line_from<step>(square, other);
  return Lanes::select(stepped<step>(line) & own, line);
}

/// The discs that are turned if one is put down on the square.
template <class Lanes, class V>
PLYLAB_INLINE V turned(V square, V own, V other) {
  return turned_by_step<Lanes, 1>(square, own, other) |
         turned_by_step<Lanes, -1>(square, own, other) |
         turned_by_step<Lanes, 8>(square, own, other) |
         turned_by_step<Lanes, -8>(square, own, other) |
         turned_by_step<Lanes, 7>(square, own, other) |
         turned_by_step<Lanes, -7>(square, own, other) |
         turned_by_step<Lanes, 9>(square, own, other) |
         turned_by_step<Lanes, -9>(square, own, other);
}

#undef PLYLAB_INLINE

}  // namespace plylab::reversi
