// Paths of jumps on the bitboard.
#pragma once

#include "gen/checkers/view.h"

namespace plylab::checkers {

/// A piece on its way, and what is left for it to jump.
struct Jumper {
  SpacedSet at;      ///< where it has come to
  SpacedSet theirs;  ///< not yet jumped
  SpacedSet empty;   ///< where it can land; where it began is among them

  /// The piece next to it that it can jump that way; 0 if it cannot.
  template <Direction direction>
  constexpr SpacedSet over() const {
    return shifted<direction>(at) & theirs & shifted<opposite(direction)>(empty);
  }
  template <Direction direction>
  constexpr Jumper after(SpacedSet over) const {
    return {shifted<direction>(over), theirs ^ over, empty | over};
  }
};

/// Calls visit(jumper, path) at the end of each path that goes on from here. False, with no call,
/// if there is none. A man that has come to the king row has no way on, for men go forward. The
/// path is a Move, or anything else that has jumping().
template <Side Us, bool king>
constexpr bool for_each_path(const Jumper& jumper, auto path, auto&& visit) {
  bool found = false;
  for_each_direction([&]<Direction d>() {
    if constexpr (king || is_forward(Us, d)) {
      const SpacedSet over = jumper.over<d>();
      if (over == 0) return;
      found = true;
      const Jumper next = jumper.after<d>(over);
      const auto longer = path.jumping(d);
      if (!for_each_path<Us, king>(next, longer, visit)) visit(next, longer);
    }
  });
  return found;
}

/// Calls visit(jumper, path) for each capture of the side to move; begin(square), the square as a
/// set, makes a path without jumps.
template <Side Us, bool has_kings>
constexpr void for_each_capture(const View<Us, has_kings>& view, auto&& begin, auto&& visit) {
  for_each_single(view.men, [&](SpacedSet at) {
    for_each_path<Us, false>({at, view.theirs, view.empty}, begin(at), visit);
  });
  for_each_single(view.kings, [&](SpacedSet at) {
    for_each_path<Us, true>({at, view.theirs, view.empty | at}, begin(at), visit);
  });
}

/// How many paths go on from the jumper's square.
template <Side Us, bool king>
constexpr unsigned count_paths(const Jumper& jumper) {
  unsigned paths = 0;
  for_each_direction([&]<Direction d>() {
    if constexpr (king || is_forward(Us, d)) {
      const SpacedSet over = jumper.over<d>();
      if (over == 0) return;
      const unsigned on = count_paths<Us, king>(jumper.after<d>(over));
      paths += on == 0 ? 1 : on;
    }
  });
  return paths;
}

/// How many captures the side to move has.
template <Side Us, bool has_kings>
constexpr unsigned count_captures(const View<Us, has_kings>& view) {
  // Most men jump but once; then they are counted as sets.
  unsigned paths = 0;
  SpacedSet landed = 0, on = 0;
  for_each_direction([&]<Direction d>() {
    if constexpr (is_forward(Us, d)) {
      const SpacedSet over = shifted<d>(view.men) & view.theirs & shifted<opposite(d)>(view.empty);
      paths += count_bits(over);
      landed |= shifted<d>(over);
    }
  });
  const Jumper all{landed, view.theirs, view.empty};
  for_each_direction([&]<Direction d>() {
    if constexpr (is_forward(Us, d)) on |= all.over<d>();
  });
  if (on != 0) {
    paths = 0;
    for_each_single(view.men, [&](SpacedSet at) {
      paths += count_paths<Us, false>({at, view.theirs, view.empty});
    });
  }
  for_each_single(view.kings, [&](SpacedSet at) {
    paths += count_paths<Us, true>({at, view.theirs, view.empty | at});
  });
  return paths;
}

/// How many moves the side to move has.
template <Side Us, bool has_kings>
constexpr unsigned count_moves(const View<Us, has_kings>& view) {
  if (view.has_jumps()) return count_captures(view);
  unsigned moves = 0;
  for_each_direction([&]<Direction d>() { moves += count_bits(view.template steps<d>()); });
  return moves;
}

}  // namespace plylab::checkers
