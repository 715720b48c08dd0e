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

/// Calls visit(path, jumper) at the end of each path that goes on from here. False, with no call,
/// if there is none.
template <Side Us, bool king>
constexpr bool for_each_path(const Jumper& jumper, Move path, auto&& visit) {
  bool found = false;
  for_each_direction([&]<Direction d>() {
    if constexpr (king || is_forward(Us, d)) {
      const SpacedSet over = jumper.over<d>();
      if (over == 0) return;
      found = true;
      const Jumper next = jumper.after<d>(over);
      const Move longer = path.jumping(d);
      // A man that was crowned would have no way on but backward.
      if (!for_each_path<Us, king>(next, longer, visit)) visit(longer, next);
    }
  });
  return found;
}

/// Calls visit(path, jumper) for each capture of the side to move.
template <Side Us>
constexpr void for_each_capture(const View<Us>& view, auto&& visit) {
  const auto from = [&]<bool king>(SpacedSet pieces) {
    for_each_single(pieces, [&](SpacedSet at) {
      for_each_path<Us, king>({at, view.theirs, view.empty | at}, Move::path_from(square_of(at)),
                              visit);
    });
  };
  from.template operator()<false>(view.men);
  from.template operator()<true>(view.kings);
}

}  // namespace plylab::checkers
