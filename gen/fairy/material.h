// What the pieces of fairy chess are worth.
#pragma once

#include <array>

#include "gen/chess/board/names.h"
#include "gen/chess/board/variant.h"

namespace plylab::fairy {

/// For the side to move, 100 to a pawn: the values of chess, but for its knights. One that leaps
/// farther is "a little more worth than a rook", and one that rides "much more worth than a
/// bishop" (J. B. Nielsen on his program Dabbaba).
struct Material {
  template <class P>
  int operator()(const P& position) const {
    const chess::Variant& variant = position.variant();
    const int knight = variant.leaps_also() ? 525 : variant.knights_ride ? 500 : 320;
    const std::array<int, 8> values{0, 330, 500, 900, 100, knight, 0, 0};  // by PieceType
    int value = 0;
    position.for_each_piece([&](chess::Piece piece, chess::Square) {
      const int worth = values[chess::type_of(piece)];
      value += chess::color_of(piece) == position.side_to_move() ? worth : -worth;
    });
    return value;
  }
};

}  // namespace plylab::fairy
