// Lines of discs on the bitboard, by filling in all eight directions at once for one position, or
// in each lane of a vector for another one.
#pragma once

#include "gen/reversi/board.h"

namespace plylab::reversi {

/// The files b to g: a disc on the a- or h-file ends every line but a vertical one.
inline constexpr Bits inner_files = 0x7e7e7e7e7e7e7e7e;

/// All squares so many further.
template <int step, class V>
constexpr V stepped(V squares) {
  if constexpr (step > 0)
    return squares << step;
  else
    return squares >> -step;
}

/// Calls visit.operator()<step>() for each direction.
constexpr void for_each_step(auto&& visit) {
  visit.template operator()<1>();
  visit.template operator()<-1>();
  visit.template operator()<8>();
  visit.template operator()<-8>();
  visit.template operator()<7>();
  visit.template operator()<-7>();
  visit.template operator()<9>();
  visit.template operator()<-9>();
}

/// The discs of the other side that lie in unbroken lines from the squares on, that way. At most
/// six fit between two squares; the lengths double (Kogge and Stone, IEEE Trans. Comput. C-22,
/// 1973).
template <int step, class V>
constexpr V line_from(V squares, V other) {
  const V between = step == 8 || step == -8 ? other : other & inner_files;
  V line = between & stepped<step>(squares);
  line |= between & stepped<step>(line);
  const V pairs = between & stepped<step>(between);
  line |= pairs & stepped<2 * step>(line);
  line |= pairs & stepped<2 * step>(line);
  return line;
}

/// The squares where a side could put a disc down.
template <class V>
constexpr V placements(V own, V other) {
  V ends = own ^ own;
  for_each_step([&]<int step>() { ends |= stepped<step>(line_from<step>(own, other)); });
  return ends & ~(own | other);
}

/// The discs that are turned if one is put down on the square.
template <class V>
constexpr V turned(V square, V own, V other) {
  V all = own ^ own;
  for_each_step([&]<int step>() {
    const V line = line_from<step>(square, other);
    const auto bounded = (stepped<step>(line) & own) != 0;
    if constexpr (std::is_same_v<V, Bits>)
      all |= bounded ? line : 0;
    else
      all |= line & reinterpret_cast<V>(bounded);
  });
  return all;
}

}  // namespace plylab::reversi
