// Late move reductions: moves late in the order are searched less deeply at first, and again at
// full depth if they turn out good. Switches: lmr, lmr-simple.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gen/chess/board/move.h"
#include "search/core/move_facts.h"
#include "search/core/node_state.h"

namespace plylab::search {

/// lmr-simple: whether to reduce a move by a ply, given its index and the depth left after it: it
/// must be quiet, after the third, and not next to the leaves.
constexpr bool is_late_move(std::size_t place, int depth, chess::Move move) {
  return place >= 3 && depth >= 2 && is_quiet(move);
}

/// Log2 in sixteenths, rounded down; in integers, so that all machines agree.
constexpr int log2_in_sixteenths(unsigned n) {
  const int whole = static_cast<int>(std::bit_width(n)) - 1;
  int result = 16 * whole;
  // The rest is in [1, 2), with 32 fractional bits; squaring it doubles its logarithm.
  std::uint64_t rest = (std::uint64_t{n} << 32) >> whole;
  for (int part = 8; part > 0; part /= 2) {
    rest = (rest >> 16) * (rest >> 16);
    if (rest < std::uint64_t{2} << 32) continue;
    rest >>= 1;
    result += part;
  }
  return result;
}

/// The reduction of a late move in 1024ths of a ply, by depth and index up to 63: a constant plus
/// ln(depth) · ln(index) / 2 (the form that strong programs have used since about 2009; Chess
/// Programming Wiki, "Late move reductions").
constexpr std::array<std::array<int, 64>, 64> make_lmr_table() {
  std::array<std::array<int, 64>, 64> table{};
  for (unsigned depth = 1; depth < 64; ++depth)
    for (unsigned place = 0; place < 64; ++place)
      table[depth][place] = 512 + log2_in_sixteenths(depth) * log2_in_sixteenths(place + 1);
  return table;
}
inline constexpr auto lmr_table = make_lmr_table();

/// lmr: the reduction in plies of the node's move, given the depth left after it. It is smaller in
/// an open window, if the static value improves, and for quiet moves with a good history; it is 0
/// for captures and promotions that the ordering does not count as losing.
template <class S>
int late_move_reduction(const NodeState<S>& n, int depth) {
  if (n.place() < (n.is_open ? 3u : 2u) || depth < 2) return 0;
  const bool quiet = is_quiet(n.move);
  if (!quiet && n.moves.promising(n.place())) return 0;
  const auto row = std::min(static_cast<std::size_t>(depth), lmr_table.size() - 1);
  const auto column = std::min(n.place(), lmr_table.size() - 1);
  int less = lmr_table[row][column];
  if (n.is_open) less -= 1024;
  if (!n.improving) less += 400;
  if (quiet && n.s.ordering.has_quiet_history()) less -= n.moves.quiet_score(n.place()) / 8;
  return std::max(less / 1024, 0);
}

}  // namespace plylab::search
