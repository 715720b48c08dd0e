#include "search/core/time_control.h"

#include <algorithm>

namespace plylab::search {

double thinking_time(const Clocks& clocks, Side side, bool ponders) {
  constexpr int moves_to_come = 30;  // a rule of thumb; the most that is assumed
  constexpr double share_of_increment = 0.75;
  constexpr double max = 0.5;       // of what is left
  constexpr double reserve = 0.05;  // s, for a move that reaches the clock late
  const auto mine = static_cast<std::size_t>(side);
  const double left = std::max(clocks.left[mine] - reserve, 0.0);
  const int moves = std::clamp(clocks.moves_to_control.value_or(moves_to_come), 1, moves_to_come);
  const double share = left / moves + share_of_increment * clocks.increment[mine];
  const double wish = ponders ? 1.25 * share : share;
  return std::min(wish, moves == 1 ? left * 0.9 : left * max);
}

}  // namespace plylab::search
