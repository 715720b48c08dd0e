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
/// is captured takes nothing. mend() says what that comes to; a pawn's move along a line on which
/// f is attacked has to be counted otherwise.
template <class Compass, Color Us>
class MoveValues {
  using Lanes = typename Compass::Lanes;
  static constexpr Color them = !Us;
  static constexpr int up = them == white ? 8 : -8;  // the way of their pawns
  static constexpr Bits third_rank = rank_bits(them == white ? 2 : 5);
  static constexpr Bits last_rank = rank_bits(them == white ? 7 : 0);

 public:
  static constexpr Bits seventh_rank = rank_bits(them == white ? 6 : 1);

  unsigned moves;                                ///< of all their pieces but the king, if Us passes
  typename Compass::Numbers value;               ///< by square
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

    const Lanes jumps = Compass::jumps(parent.knights() & theirs_ & ~pinned);
    const Lanes moves_of_knights = jumps & ~their;
    moves = static_cast<unsigned>(Compass::total(attacks_ & ~their, moves_of_knights));

    const Lanes shown = attacks_ | sliders;
    const PawnTerms pawns = pawn_terms(parent.pawns() & theirs_, ~all, pinned, pin_line);
    value.set((one_ & shown) | Compass::jumped_back(moves_of_knights), two_ & shown, four_ & shown,
              attacks_, jumps, theirs_, pawns.on(~Bits{0}));
    moves += pawns.moves_to(~Bits{0});
    if ((parent.pawns() & theirs_ & seventh_rank) != 0) {
      value.add_thrice(pawns.on(last_rank));
      moves += 3 * pawns.moves_to(last_rank);
    }
    const auto attacked = Compass::lines(attacks_);
    on_file = attacked.file();
    on_rank = attacked.rank();
    on_rising = attacked.rising();
    on_falling = attacked.falling();
    entangled = on_file | on_rank | on_rising | on_falling | pawn_ways | takes_east_ | takes_west_;
  }

  /// What the moves of a piece on `from`, no pawn or knight, change beside the values, in sum.
  /// Targets for which that cannot be said are removed.
  std::int64_t mend(Bits from, Bits& targets) const {
    if ((pawn_ways & from) != 0) targets &= ~between_pawn_ways(from);
    const Bits taken = pawns_attacking(from) & targets;
    std::int64_t sum = std::popcount(taken) + 3 * std::popcount(taken & seventh_rank);
    Compass::for_each(Compass::meet(attacks_, Compass::all(from)),
                      [&](int d) { sum += along(d, first_square(from), targets); });
    return sum;
  }

  /// What their sliders attack.
  const Lanes& attacks() const { return attacks_; }

  // The parts of mend(), of one square or one in each lane:
  /// What is entangled with a square by a way of their pawns.
  static auto between_pawn_ways(auto from) {
    return from << 8 | from >> 8 | from << 16 | from >> 16;
  }

  /// Their pawns that attack a square: each that is captured does so no more, whatever becomes of
  /// the square. A pawn on the seventh rank counts four times.
  auto pawns_attacking(auto from) const {
    return (takers_east & stepped<-up - 1>(from & ~file_a)) |
           (takers_west & stepped<-up + 1>(from & ~file_h));
  }

  /// In one direction, along which a slider of theirs attacks `from`.
  int along(int d, Square from, Bits targets) const {
    const auto number_at = [&](Bits squares) {
      return std::popcount(one_[d] & squares) + 2 * std::popcount(two_[d] & squares) +
             4 * std::popcount(four_[d] & squares);
    };
    const auto& ray = compass_rays.from[from];
    // Towards the slider nothing is gained behind f.
    const Bits towards = ray[static_cast<unsigned>(d ^ 4)] & targets;
    // Away from it what is gained ends at the target; if they stand there, it is defended.
    const Bits away = ray[static_cast<unsigned>(d)] & beyond_[d] & targets;
    return std::popcount(away & theirs_) - number_at(away & ~theirs_) -
           number_at(bit(from)) * std::popcount(towards);
  }

 private:
  /// Sets the bits one_, two_, four_ of a number for each square and direction: how many squares in
  /// a row lie behind it that a slider of theirs attacks, or would if our first piece in its way
  /// were gone.
  void count_along(Lanes empty) {
    const Lanes their = Compass::all(theirs_);
    Compass::each(
        [](auto way, auto& one, auto& two, auto& four, const auto& attacks, const auto& beyond,
           const auto& theirs, const auto& open_squares) {
          const auto reached = attacks | beyond, open = reached & open_squares;
          // Row k: there are k squares at least. Each row is a part of the one before.
          const auto row1 = way.template back<1>(reached & ~theirs);
          const auto row2 = way.template back<1>(row1 & open);
          const auto row3 = way.template back<1>(row2 & open);
          const auto row4 = way.template back<1>(row3 & open);
          const auto row5 = way.template back<1>(row4 & open);
          const auto row6 = way.template back<1>(row5 & open);
          const auto row7 = way.template back<1>(row6 & open);
          one = row1 ^ row2 ^ row3 ^ row4 ^ row5 ^ row6 ^ row7;
          two = (row2 & ~row4) | row6;
          four = row4;
        },
        one_, two_, four_, attacks_, beyond_, their, empty);
  }

  /// Where their pawns go, or could if it were empty; and what they attack.
  struct PawnTerms {
    Bits ways, middle, once, twice, east, west, takes_east, takes_west;

    /// What they make squares worth, moves at the squares of the pawns themselves.
    Lanes on(Bits squares) const {
      return Compass::lanes((ways & squares) | stepped<-up>(once & squares),
                            (middle & squares) | stepped<-2 * up>(twice & squares),
                            stepped<-up - 1>(east & squares), stepped<-up + 1>(west & squares),
                            takes_east & squares, takes_west & squares);
    }
    unsigned moves_to(Bits squares) const {
      return static_cast<unsigned>(std::popcount((once | twice) & squares) +
                                   std::popcount(east & squares) + std::popcount(west & squares));
    }
  };

  PawnTerms pawn_terms(Bits pawns, Bits empty, Bits pinned, Lanes pin_line) {
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
    return {pawn_ways,           middle,      once,       twice, takes_east_ & ours_,
            takes_west_ & ours_, takes_east_, takes_west_};
  }

  Bits ours_, theirs_;
  Bits takes_east_, takes_west_;  // what they attack
  Lanes attacks_, beyond_;        // their sliders', and what they would beyond our first piece
  Lanes one_, two_, four_;
};

}  // namespace plylab::chess
