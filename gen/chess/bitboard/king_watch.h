// Which moves leave the other side's king alone. See DIFFERENCES.md.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// What the king of the side !Us can do as long as Us makes only calm moves, and which moves are
/// calm: after them its moves, its castlings, its pins are as if Us had passed, and it is not in
/// check.
///
/// Watched are the king's square, those around it that are not its own side's, and its way to
/// castle. A move may not begin to attack a watched square that is safe, and not cease to attack
/// one that is attacked, be it itself or by the lines that it opens and closes.
template <class Compass, Color Us>
struct KingWatch {
  using Lanes = typename Compass::Lanes;
  using Mask = typename Compass::Mask;

  Bits watched;
  Bits pinned = 0;     ///< their pinned pieces
  Lanes pin_line{};    ///< a pinned piece in the lanes of the line on which it may move
  unsigned moves;      ///< of their king, castling included
  Bits shared;         ///< squares that no piece may come to or leave
  Bits pawn_disturbs;  ///< nor a pawn these
  typename Compass::ByType disturbs;  ///< nor a piece of a type these, all in all
  Lanes revealing;  ///< by line, from where a slider would touch a safe watched square, or pin

  [[gnu::always_inline]] KingWatch(const Planes& parent, Bits castling, const Fill<Compass>& fill) {
    constexpr Color them = !Us;
    const Bits all = parent.occupied(), ours = parent.of(Us), theirs = all ^ ours;
    const Square king_square = parent.king(them);
    const Bits king_bit = bit(king_square), around = leapers.king[king_square];

    const Lanes attacks = fill(
        Compass::by_line(parent.orthogonal_sliders() & ours, parent.diagonal_sliders() & ours));
    const Bits danger = Compass::united(attacks | Compass::jumps(parent.knights() & ours)) |
                        pawn_attacks(Us, parent.pawns() & ours) | leapers.king[parent.king(Us)];

    // The first and second piece seen from the king; attacks that come towards it.
    const Lanes our = Compass::all(ours), their = Compass::all(theirs);
    const Lanes first = fill(Compass::all(king_bit));
    const Lanes second = fill(first & Compass::all(all));
    const Lanes coming = Compass::turned(attacks);
    const Lanes pin = first & their & coming;
    const Mask pins = Compass::meet(pin, pin), shields = Compass::meet(first, their);
    if (Compass::any(pins)) {
      pinned = Compass::united(pin);
      pin_line = pin | Compass::turned(pin);
    }

    watched = king_bit | (around & ~theirs);
    moves = static_cast<unsigned>(std::popcount(around & ~theirs & ~danger));
    shared = (around | king_bit) & ~ours;
    for (Square rook_square : each(castling & theirs)) {
      const CastlingWay& way = castling_way<them>(king_square, rook_square);
      const Bits obstacles = way.empty & all;
      if ((obstacles & theirs) != 0) continue;  // whatever we do, it stays impossible
      watched |= way.safe;
      shared |= way.empty | bit(rook_square);
      moves += (obstacles | (way.safe & danger) | (pinned & bit(rook_square))) == 0;
    }
    const Bits safe = (watched & ~danger) | king_bit, attacked = watched & danger;

    // From where lines lead to watched squares: to a safe one our slider's must not open, to an
    // attacked one it must not close.
    const Lanes to_safe = fill(Compass::all(safe)), to_attacked = fill(Compass::all(attacked));
    const Lanes lines_kept =
        attacks & Compass::turned((our & to_safe) | (to_attacked & ~our & ~their));
    const Lanes pins_kept =
        Compass::keep(pins, first | second) | Compass::keep(shields, second & coming & our) |
        Compass::keep(Compass::meet(second & coming, their) & Compass::meet(first, our),
                      first & our);
    shared |= Compass::united(lines_kept | pins_kept);

    // By type: our pieces may not leave where they touch attacked squares, nor come where they
    // touch safe ones or pin.
    revealing = to_safe | Compass::keep(shields, second);
    const auto touching = Compass::lines((to_attacked & our) | (revealing & ~our));
    const Bits by_knight =
        Compass::united((Compass::jumps(attacked) & our) | (Compass::jumps(safe) & ~our));
    const Bits by_pawn = (pawn_attacks(them, attacked) & ours) | (pawn_attacks(them, safe) & ~ours);
    pawn_disturbs = shared | by_pawn;
    disturbs = Compass::by_type(shared, touching.diagonal(), touching.straight(), by_pawn,
                                by_knight, kings_attack(watched));
  }

  Bits disturbing(PieceType type) const { return disturbs[static_cast<int>(type)]; }
};

}  // namespace plylab::chess
