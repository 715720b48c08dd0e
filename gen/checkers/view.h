// A position of the bitboard as the side to move sees it: where its pieces can step and jump.
#pragma once

#include <bit>

#include "gen/checkers/board.h"

namespace plylab::checkers {

inline constexpr SpacedSet whole_board = spaced(0xffffffff);

/// All squares one step further that way; those off the board and in gaps too.
template <Direction direction>
constexpr SpacedSet shifted(SpacedSet set) {
  constexpr int step = column_step(direction) == row_step(direction) ? 5 : 4;
  return row_step(direction) > 0 ? set << step : set >> step;
}

constexpr Direction opposite(Direction direction) { return 3 - direction; }

/// Where a man of the side is crowned.
template <Side side>
inline constexpr SpacedSet crowned = spaced(king_row(side));

/// Calls visit.operator()<direction>() for each direction.
constexpr void for_each_direction(auto&& visit) {
  visit.template operator()<0>();
  visit.template operator()<1>();
  visit.template operator()<2>();
  visit.template operator()<3>();
}

/// Calls visit(single) for each square of the set, as a set of its own.
constexpr void for_each_single(SpacedSet set, auto&& visit) {
  for (; set != 0; set &= set - 1) visit(set & -set);
}

constexpr unsigned count_bits(SpacedSet set) { return static_cast<unsigned>(std::popcount(set)); }

constexpr Square square_of(SpacedSet single) {
  const auto at = static_cast<Square>(std::countr_zero(single));
  return at - at / 9;
}

/// The pieces by whose they are; Us is the side to move. Without `has_kings` there are none on the
/// board, and whatever is said of them comes to nothing while compiling.
template <Side Us, bool has_kings>
struct View {
  static constexpr Side us = Us;

  SpacedSet men, kings, theirs;
  SpacedSet empty;

  constexpr View(SpacedSet ours, SpacedSet others, SpacedSet all_kings)
      : men(has_kings ? ours & ~all_kings : ours),
        kings(has_kings ? ours & all_kings : 0),
        theirs(others),
        empty(whole_board & ~(ours | others)) {}

  /// The pieces that may go that way.
  template <Direction direction>
  constexpr SpacedSet movers() const {
    if constexpr (!has_kings) return is_forward(Us, direction) ? men : 0;
    return is_forward(Us, direction) ? men | kings : kings;
  }
  /// The squares to which a step that way leads.
  template <Direction direction>
  constexpr SpacedSet steps() const {
    return shifted<direction>(movers<direction>()) & empty;
  }
  /// The pieces that can be jumped that way.
  template <Direction direction>
  constexpr SpacedSet jumped() const {
    return shifted<direction>(movers<direction>()) & theirs & shifted<opposite(direction)>(empty);
  }
  constexpr bool has_jumps() const {
    return (jumped<0>() | jumped<1>() | jumped<2>() | jumped<3>()) != 0;
  }
};

}  // namespace plylab::checkers
