// What each square is worth to the side that waits: how its number of moves depends on what stands
// there. See DIFFERENCES.md.
#pragma once

#include "gen/chess/bitboard/compass.h"
#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// The moves of the side !Us if Us passes, its king's apart, and by how much a move of Us from f to
/// t changes them: by value[f] − value[t], if it leaves their king alone, where
///
///   value[f] of a piece of ours   what they gain where f becomes empty
///   value[t] of an empty square   what they lose where t becomes ours
///   value[t] of a piece of theirs   the same: its own moves but for one by each of its defenders
///
/// f and t may depend on each other: what a slider of theirs gains behind f ends at t, a pawn that
/// is captured takes nothing. entanglement() says what that comes to; a pawn's move along a line on
/// which f is attacked, and any to on_pawn_ways(f), have to be counted otherwise.
template <class Compass, Color Us>
class MoveValues {
  using Lanes = typename Compass::Lanes;
  using Row = typename Compass::Row;
  static constexpr Color them = !Us;
  static constexpr int up = them == white ? 8 : -8;  // the way of their pawns
  static constexpr Bits third_rank = rank_bits(them == white ? 2 : 5);
  static constexpr Bits last_rank = rank_bits(them == white ? 7 : 0);

 public:
  unsigned moves;                                ///< of all their pieces but the king, if Us passes
  Row value;                                     ///< by square
  Bits on_file, on_rank, on_rising, on_falling;  ///< what their sliders attack along these lines
  Bits pawn_ways;                 ///< where their pawns go or could go if it were empty
  Bits entangled;                 ///< what their sliders or pawns attack, and pawn_ways
  Bits takers_east, takers_west;  ///< their pawns that may capture to that side

  /// `pinned` and `pin_line` as in KingWatch.
  [[gnu::always_inline]] MoveValues(const Planes& parent, const Fill<Compass>& fill, Bits pinned,
                                    Lanes pin_line) {
    const Bits all = parent.occupied();
    ours_ = parent.of(Us);
    theirs_ = all ^ ours_;
    const Lanes their = Compass::all(theirs_);

    Lanes sliders = Compass::by_line(parent.orthogonal_sliders() & theirs_,
                                     parent.diagonal_sliders() & theirs_);
    if (pinned != 0) sliders &= Compass::all(~pinned) | pin_line;
    attacks_ = fill(sliders);
    beyond_ = fill(attacks_ & Compass::all(ours_));
    count_along(Compass::all(~all));

    const Lanes jumps = Jumps<Compass>::from(parent.knights() & theirs_ & ~pinned);
    const Lanes moves_of_knights = jumps & ~their;
    moves = static_cast<unsigned>(
        Compass::sum(Compass::popcount(attacks_ & ~their) + Compass::popcount(moves_of_knights)));

    const Lanes shown = attacks_ | sliders;
    const Lanes knights_own = Compass::rotate_back(moves_of_knights, Jumps<Compass>::jump.rotation);
    const Row attacked = Compass::by_square(attacks_), jumped_on = Compass::by_square(jumps);
    const Row fours = counts(four_ & shown), twos = counts(two_ & shown) + fours + fours;
    value = counts((one_ & shown) | knights_own) + twos + twos -
            Compass::keep(theirs_, Compass::popcount(attacked) + Compass::popcount(jumped_on));
    on_file = Compass::any(attacked, Compass::file_bits);
    on_rank = Compass::any(attacked, Compass::rank_bits);
    on_rising = Compass::any(attacked, Compass::rising_bits);
    on_falling = Compass::any(attacked, Compass::falling_bits);
    add_pawns(parent.pawns() & theirs_, ~all, pinned, pin_line);
    entangled = on_file | on_rank | on_rising | on_falling | pawn_ways | takes_east_ | takes_west_;
  }

  int at(Square square) const { return value[static_cast<int>(square)]; }

  /// What the moves of one piece, no pawn or knight, from f to the targets change beside the
  /// values, in sum.
  std::int64_t entanglement(Square from, Bits targets) const {
    const Bits here = bit(from);
    const Lanes f = Compass::all(here);
    const Lanes ray = *reinterpret_cast<const Lanes*>(&compass_rays.from[from]);
    // Towards the slider that attacks f nothing is gained behind f.
    const Lanes towards = Compass::popcount(Compass::turned(ray) & Compass::all(targets));
    // Away from it what is gained ends at the target; if they stand there, it is defended.
    const Lanes away =
        Compass::keep(Compass::meet(attacks_, f), ray & beyond_ & Compass::all(targets));
    const Lanes their = Compass::all(theirs_);
    const auto lost = [&](Lanes plane) {
      return Compass::keep(Compass::meet(plane & attacks_, f), towards) +
             Compass::popcount(away & ~their & plane);
    };
    const Lanes sum =
        Compass::popcount(away & their) - lost(one_) - 2 * lost(two_) - 4 * lost(four_);
    // A captured pawn that attacked f does so no more, whatever becomes of f.
    const Bits pawns = (takers_east & stepped<-up - 1>(here & ~file_a)) |
                       (takers_west & stepped<-up + 1>(here & ~file_h));
    return Compass::sum(sum) + std::popcount(targets & pawns) * ((here & last_rank) != 0 ? 4 : 1);
  }

  /// The targets of a piece on f that are entangled with f by a way of their pawns.
  Bits on_pawn_ways(Square from) const {
    const Bits here = bit(from);
    return (pawn_ways & here) != 0 ? here << 8 | here >> 8 | here << 16 | here >> 16 : Bits{0};
  }

 private:
  static Row counts(Lanes lanes) { return Compass::popcount(Compass::by_square(lanes)); }

  /// Sets the bits one_, two_, four_ of a number for each square and direction: how many squares in
  /// a row lie behind it that a slider of theirs attacks, or would if our first piece in its way
  /// were gone.
  void count_along(Lanes empty) {
    const Lanes back = Fill<Compass>::step.rotation;
    const Lanes reached = attacks_ | beyond_, open = reached & empty;
    // Row k: there are k squares at least. Each row is a part of the one before.
    Lanes row[8];
    row[1] = Compass::rotate_back(reached & ~Compass::all(theirs_), back);
    for (int k = 2; k <= 7; ++k) row[k] = Compass::rotate_back(row[k - 1] & open, back);
    one_ = row[1] ^ row[2] ^ row[3] ^ row[4] ^ row[5] ^ row[6] ^ row[7];
    two_ = (row[2] & ~row[4]) | row[6];
    four_ = row[4];
  }

  void add_pawns(Bits pawns, Bits empty, Bits pinned, Lanes pin_line) {
    Bits pushers = pawns;
    takers_east = pawns & ~file_h;
    takers_west = pawns & ~file_a;
    if (pinned != 0) {
      constexpr int rising = 2, falling = 3;
      pushers &= ~pinned | pin_line[0];
      takers_east &= ~pinned | pin_line[them == white ? rising : falling];
      takers_west &= ~pinned | pin_line[them == white ? falling : rising];
    }
    const Bits ahead = stepped<up>(pushers), once = ahead & empty;
    const Bits far_ahead = stepped<up>(once & third_rank), twice = far_ahead & empty;
    takes_east_ = stepped<up + 1>(takers_east);
    takes_west_ = stepped<up - 1>(takers_west);
    pawn_ways = (ahead | far_ahead) & ~theirs_;
    const Bits middle = ahead & third_rank & ~theirs_ & stepped<-up>(empty);
    const Bits east = takes_east_ & ours_, west = takes_west_ & ours_;

    const auto value_of = [&](Bits squares) {
      // Pushes and captures of the pawns themselves count at their squares.
      const Row row = Compass::by_square(Lanes{
          (pawn_ways & squares) | stepped<-up>(once & squares),
          (middle & squares) | stepped<-2 * up>(twice & squares), stepped<-up - 1>(east & squares),
          stepped<-up + 1>(west & squares), takes_east_ & squares, takes_west_ & squares, 0, 0});
      const Row first_four = Row{} + static_cast<signed char>(0xf0);
      return Compass::popcount(row & first_four) - Compass::popcount(row & ~first_four);
    };
    const auto moves_to = [&](Bits squares) {
      return static_cast<unsigned>(std::popcount((once | twice) & squares) +
                                   std::popcount(east & squares) + std::popcount(west & squares));
    };
    value += value_of(~Bits{0});
    moves += moves_to(~Bits{0});
    constexpr Bits seventh_rank = rank_bits(them == white ? 6 : 1);
    if ((pawns & seventh_rank) != 0) {
      const Row more = value_of(last_rank);
      value += more + more + more;
      moves += 3 * moves_to(last_rank);
    }
  }

  Bits ours_, theirs_;
  Bits takes_east_, takes_west_;  // what they attack
  Lanes attacks_, beyond_;        // their sliders', and what they would beyond our first piece
  Lanes one_, two_, four_;
};

}  // namespace plylab::chess
