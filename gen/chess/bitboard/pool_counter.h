// Counting the legal moves of pooled positions side by side, one position in each lane of a vector
// register. They have king and castling in common; all else may differ.
//
// Lanes is a pack of lanes of 64 bits that a kernel defines for its instruction set:
//   Vector              a GCC vector of Bits, whose operators work lane by lane
//   lane_ids()            the numbers of the lanes, from 0
//   popcount(Vector)    the number of bits in each lane
//   mask(Vector)        bit i is set if lane i, which is all ones or all zeroes, is all ones
//   fill_from_msb<Step>(V)   in each lane all bits from the highest one up; nothing but the bits of
//   a ray
//                       with that Step is asked for; all bits for an empty lane
//   for_each_vector(Bits, f)     calls f(to, count) for all squares of a set, some at a time: each
//   of the
//                       first `count` lanes of `to` holds one; `to` may also be a single Bits
#pragma once

#include "gen/chess/bitboard/lanes.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

/// Counts the moves of the positions in a pool, in which the side Us is to move.
template <class Kernel, Color Us>
class PoolCounter {
  using Lanes = typename Kernel::Lanes;
  using V = typename Lanes::Vector;
  static constexpr unsigned width = sizeof(V) / sizeof(Bits);
  static constexpr int up = Us == white ? 8 : -8;

 public:
  explicit PoolCounter(const PositionPool<Kernel>& pool)
      : pool_(pool),
        castling_(pool.castling),
        king_(pool.king),
        knights_(pool.knights),
        may_promote_(pool.may_promote) {}

  /// Counts the moves of all positions, a vector of them at a time. Never part of its caller, whose
  /// loop must stay in the instruction cache.
  [[gnu::noinline, gnu::flatten]] std::uint64_t count() const {
    return pool_.diagonals ? count_all<true>() : count_all<false>();
  }

 private:
  template <bool Diagonals>
  std::uint64_t count_all() const {
    V sum{};
    for (unsigned first = 0; first < pool_.size; first += width)
      sum += count_some<Diagonals>(first);
    std::uint64_t total = 0;
    for (unsigned lane = 0; lane < width; ++lane) total += sum[lane];
    return total;
  }

  /// The counts of the positions from `first` on that fill a vector. Without Diagonals there is no
  /// slider on diagonals.
  template <bool Diagonals>
  V count_some(unsigned first) const {
    const V diagonal = load(pool_.diagonal + first);
    const V orthogonal = load(pool_.orthogonal + first);
    const V leaper = load(pool_.leaper + first);
    const V own = load(pool_.own + first);
    const V occupied = diagonal | orthogonal | leaper;
    const V empty = ~occupied;
    const V enemy = occupied & ~own;
    const V pawns = leaper & ~diagonal & ~orthogonal;

    // Sliders, their attacks, pins and checks, line by line.
    const V straights = orthogonal & ~leaper;
    const V diagonals = diagonal & ~leaper;
    const V free_squares = ~own;
    Sliding files, ranks, rising{}, falling{};
    slide<8>(files, straights, own, empty);
    slide<1>(ranks, straights, own, empty);
    if constexpr (Diagonals) {
      slide<9>(rising, diagonals, own, empty);
      slide<7>(falling, diagonals, own, empty);
    }
    const V pinned_on_straight = files.pinned | ranks.pinned;
    const V pinned_on_diagonal = rising.pinned | falling.pinned;
    const V unpinned = own & ~(pinned_on_straight | pinned_on_diagonal);

    const Bits king_bit = bit(king_);
    const V their_pawns_ahead = stepped<-up>(pawns & enemy);
    V danger = files.danger | ranks.danger | rising.danger | falling.danger |
               ((their_pawns_ahead & ~file_h) << 1) | ((their_pawns_ahead & ~file_a) >> 1) |
               knights_attack(leaper & diagonal & enemy) |
               kings_attack(leaper & orthogonal & enemy);
    V sum = files.moves + ranks.moves + rising.moves + falling.moves;
    V targets = free_squares;

    // What is rare is done once more, with care: sliders that are pinned or lanes that are in
    // check.
    const V in_check = all_ones_where((danger & king_bit) != 0);
    const V pinned_sliders = (straights & (ranks.pinned | files.pinned | pinned_on_diagonal)) |
                             (diagonals & (pinned_on_straight | pinned_on_diagonal));
    if (Lanes::mask(all_ones_where((in_check | pinned_sliders) != 0)) != 0) {
      // In check, the king cannot flee along the line, and the other pieces may only take the
      // checker or step between.
      const V seen_check = files.checks | ranks.checks | rising.checks | falling.checks;
      const V leaping = enemy & leaper &
                        ((leapers.knight[king_] & diagonal) |
                         (pawn_attacks(Us, king_bit) & ~diagonal & ~orthogonal));
      const V checkers = (seen_check & enemy) | leaping;
      const V single = all_ones_where((checkers & (checkers - 1)) == 0);
      targets &= ~in_check | (single & (seen_check | leaping));
      danger |= behind_king<8>(files) | behind_king<1>(ranks) | behind_king<9>(rising) |
                behind_king<7>(falling);
      sum = slider_moves<8>(straights & (unpinned | files.pinned), empty, targets) +
            slider_moves<1>(straights & (unpinned | ranks.pinned), empty, targets) +
            slider_moves<9>(diagonals & (unpinned | rising.pinned), empty, targets) +
            slider_moves<7>(diagonals & (unpinned | falling.pinned), empty, targets);
    }
    sum += Lanes::popcount(free_squares & ~danger & leapers.king[king_]);

    // Knights one by one, as their targets overlap.
    const V free_knights = unpinned & leaper & diagonal;
    for (Square square : each(knights_)) {
      const V here = free_knights & bit(square);
      sum += Lanes::popcount(targets & leapers.knight[square] & all_ones_where(here != 0));
    }

    // Pushes and the captures to one side have no target in common.
    const V our_pawns = pawns & own;
    const V push_anywhere = stepped<up>(our_pawns & (unpinned | files.pinned)) & empty;
    const V push = push_anywhere & targets;
    const V twice = stepped<up>(push_anywhere & rank_bits(Us == white ? 2 : 5)) & empty & targets;
    const V ahead_east = stepped<up>(
        our_pawns & (unpinned | (Us == white ? rising.pinned : falling.pinned)) & ~file_h);
    const V ahead_west = stepped<up>(
        our_pawns & (unpinned | (Us == white ? falling.pinned : rising.pinned)) & ~file_a);
    const V take_east = (ahead_east << 1) & enemy & targets;
    const V take_west = (ahead_west >> 1) & enemy & targets;
    sum += Lanes::popcount(push | twice | take_east);
    sum += Lanes::popcount(take_west);
    if (may_promote_) {
      constexpr Bits last_rank = rank_bits(Us == white ? 7 : 0);
      for (int other_piece = 0; other_piece < 3; ++other_piece) {
        sum += Lanes::popcount((push | take_east) & last_rank);
        sum += Lanes::popcount(take_west & last_rank);
      }
    }

    for (Square rook_square : each(castling_)) {
      // A rook that is captured or pinned, which bares the king, may not castle.
      const CastlingWay& way = castling_way<Us>(king_, rook_square);
      const V obstacles =
          (occupied & way.empty) | (danger & way.safe) | (~unpinned & bit(rook_square));
      sum += Lanes::popcount(all_ones_where(obstacles == 0) & king_bit);  // one bit for one move
    }

    const V used = all_ones_where(Lanes::lane_ids() < pool_.size - first);
    return sum & used;
  }

  /// What sliding in both directions of one line comes to.
  struct Sliding {
    V moves;        ///< how many moves our sliders have, pins and checks apart
    V danger;       ///< what the enemy's attack
    V pinned;       ///< our pieces that stand alone between our king and an enemy slider
    V checks;       ///< the squares from our king to a slider that gives check, it included
    V ahead, back;  ///< all ones where the check comes from there
  };

  template <int Step>
  void slide(Sliding& line, V sliders, V own, V empty) const {
    const V enemy_sliders = sliders & ~own;
    const Slide<Step, V> forth(sliders & own, enemy_sliders, empty);
    const Slide<-Step, V> back(sliders & own, enemy_sliders, empty);
    line.moves = Lanes::popcount(forth.own & ~own) + Lanes::popcount(back.own & ~own);
    line.danger = forth.enemy | back.enemy;
    // A pinned piece is seen by our king and, coming the other way, by an enemy slider.
    const V see_forth = look<Step, Lanes>(rays<Step>[king_], ~empty);
    const V see_back = look<-Step, Lanes>(rays<-Step>[king_], ~empty);
    line.pinned = own & ((see_forth & back.enemy) | (see_back & forth.enemy));
    line.ahead = all_ones_where((back.enemy & bit(king_)) != 0);
    line.back = all_ones_where((forth.enemy & bit(king_)) != 0);
    line.checks = (see_forth & line.ahead) | (see_back & line.back);
  }

  /// The square on the far side of our king from a slider that gives check.
  template <int Step>
  V behind_king(const Sliding& line) const {
    const Bits ahead = stepped<Step>(bit(king_)) & unwrapped<Step>;
    const Bits back = stepped<-Step>(bit(king_)) & unwrapped<-Step>;
    return (line.ahead & back) | (line.back & ahead);
  }

  /// How many moves our sliders have along a line to the targets.
  template <int Step>
  static V slider_moves(V sliders, V empty, V targets) {
    const Slide<Step, V> forth(sliders, V{}, empty);
    const Slide<-Step, V> back(sliders, V{}, empty);
    return Lanes::popcount(forth.own & targets) + Lanes::popcount(back.own & targets);
  }

  static V load(const Bits* place) { return *reinterpret_cast<const V*>(place); }
  static V all_ones_where(auto comparison) { return reinterpret_cast<V>(comparison); }

  const PositionPool<Kernel>& pool_;
  Bits castling_;
  Square king_;
  Bits knights_;
  bool may_promote_;
};

}  // namespace plylab::chess
