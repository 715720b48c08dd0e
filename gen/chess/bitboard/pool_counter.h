// Counts the legal moves of pooled positions in parallel, one position in each lane of a vector
// register. They share the king's square and castling rights; all else may differ.
//
// Lanes is a pack of lanes of 64 bits that a kernel defines for its instruction set:
//   Vector              a GCC vector of Bits, whose operators work lane by lane
//   lane_ids()          the numbers of the lanes, from 0
//   popcount(Vector)    the number of bits in each lane
//   mask(Vector)        bit i is set if lane i, which is all ones or all zeroes, is all ones
//   meet(Vector, Vector)        bit i is set if the two have a bit in common in lane i
//   fill_from_msb<Step>(V)      in each lane all bits from the highest one up; nothing but the bits
//                       of a ray with that Step is asked for; all bits for an empty lane
//   for_each_vector(Bits, f)    calls f(to, count) for all squares of a set, some at a time: each
//                       of the first `count` lanes of `to` holds one; `to` may also be a single
//                       Bits
//
// A Tally decides what to do with the moves.
#pragma once

#include "gen/chess/bitboard/lanes.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

// A Tally processes the moves that a PoolCounter finds, one vector of positions at a time.
//
// A Tally is, for such a Lanes,
//   Sum                   what it adds to
//   Tally(boards, first, sum)       for Boards, those from the number `first` on in their pool
//   look<Step>(V forth, V back)     what our sliders attack along a line, pinned or not
//   Line, line(V, V)      the targets of our sliders in both directions of a line
// and then receives all moves once, in this order:
//   sliders(files, ranks, rising, falling)    a Line each
//   king(V, V other_attacks)  and what the enemy's pieces but the king attack
//   knights(Square, V)    those of the knights on one square
//   pawns(push, double_push, east, west)
//   promotions(push, east, west)    which are among these, but four moves each
//   castle(Square king, Square rook, V)       all ones where it is possible
//   finish()

/// Positions in parallel, one in each lane. `own` has the pieces of the side to move.
template <class V>
struct Boards {
  V diagonal, orthogonal, leaper, own;
  V used;  ///< all ones in the lanes that hold a position
  V occupied = diagonal | orthogonal | leaper;
  V empty = ~occupied;
  V enemy = occupied & ~own;
  V pawns = leaper & ~diagonal & ~orthogonal;
  V straights = orthogonal & ~leaper;  ///< sliders on ranks and files
  V diagonals = diagonal & ~leaper;
};

/// All ones in the lanes for which a comparison of vectors holds.
template <class V>
V all_ones_where(auto comparison) {
  return reinterpret_cast<V>(comparison);
}

/// The Tally that only counts.
template <class Lanes>
class MoveTally {
  using V = typename Lanes::Vector;

 public:
  using Sum = V;
  using Line = V;

  MoveTally(const Boards<V>& boards, unsigned, Sum& sum) : used_(boards.used), sum_(sum) {}

  template <int Step>
  void look(V, V) {}
  static Line line(V forth, V back) { return Lanes::popcount(forth) + Lanes::popcount(back); }
  void sliders(Line files, Line ranks, Line rising, Line falling) {
    moves_ = files + ranks + rising + falling;
  }
  void king(V targets, V) { moves_ += Lanes::popcount(targets); }
  void knights(Square, V targets) { moves_ += Lanes::popcount(targets); }
  void pawns(V push, V double_push, V east, V west) {
    moves_ += Lanes::popcount(push | double_push | east);  // these have no target in common
    moves_ += Lanes::popcount(west);
  }
  void promotions(V push, V east, V west) {
    for (int other_piece = 0; other_piece < 3; ++other_piece) {
      moves_ += Lanes::popcount(push | east);
      moves_ += Lanes::popcount(west);
    }
  }
  void castle(Square, Square rook_square, V possible) {
    moves_ += Lanes::popcount(possible & bit(rook_square));  // one bit for one move
  }
  void finish() { sum_ += moves_ & used_; }

 private:
  V moves_, used_;
  Sum& sum_;
};

/// Counts the moves of the positions in a pool, in which the side Us is to move.
template <class Kernel, Color Us, class Tally = MoveTally<typename Kernel::Lanes>>
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

  /// Counts the moves of all positions, one vector at a time. Never inlined, so that the caller's
  /// loop stays in the instruction cache.
  [[gnu::noinline, gnu::flatten]] std::uint64_t count() const {
    V sum{};
    add_all(sum, [] {});
    std::uint64_t total = 0;
    for (unsigned lane = 0; lane < width; ++lane) total += sum[lane];
    return total;
  }

  /// Adds the tally's results to a sum; calls `after_some` after each vector.
  void add_all(typename Tally::Sum& sum, auto&& after_some) const {
    pool_.diagonals || may_promote_ ? add_all<true>(sum, after_some)
                                    : add_all<false>(sum, after_some);
  }

 private:
  template <bool Diagonals>
  void add_all(typename Tally::Sum& sum, auto&& after_some) const {
    for (unsigned first = 0; first < pool_.size; first += width) {
      add_some<Diagonals>(first, sum);
      after_some();
    }
  }

  /// Processes a vector of positions, from `first` on. `Diagonals` is false if there is no slider
  /// on diagonals.
  template <bool Diagonals>
  void add_some(unsigned first, typename Tally::Sum& sum) const {
    const Boards<V> boards{load(pool_.diagonal + first), load(pool_.orthogonal + first),
                           load(pool_.leaper + first), load(pool_.own + first),
                           all_ones_where<V>(Lanes::lane_ids() < pool_.size - first)};
    const auto& [diagonal, orthogonal, leaper, own, used, occupied, empty, enemy, pawns, straights,
                 diagonals] = boards;
    Tally tally(boards, first, sum);

    // Sliders, their attacks, pins and checks, line by line.
    const V free_squares = ~own;
    Sliding files, ranks, rising{}, falling{};
    slide<8>(files, tally, straights, own, empty);
    slide<1>(ranks, tally, straights, own, empty);
    if constexpr (Diagonals) {
      slide<9>(rising, tally, diagonals, own, empty);
      slide<7>(falling, tally, diagonals, own, empty);
    }
    const V pinned_on_straight = files.pinned | ranks.pinned;
    const V pinned_on_diagonal = rising.pinned | falling.pinned;
    const V unpinned = own & ~(pinned_on_straight | pinned_on_diagonal);

    const Bits king_bit = bit(king_);
    const V other_attacks = files.danger | ranks.danger | rising.danger | falling.danger |
                            sideways(shifted<-up>(pawns & enemy)) |
                            knights_attack(leaper & diagonal & enemy);
    V danger = other_attacks | kings_attack(leaper & orthogonal & enemy);
    V targets = free_squares;

    // Rare cases are computed again in full: pinned sliders, and lanes in check.
    const V in_check = all_ones_where<V>((danger & king_bit) != 0);
    const V pinned_sliders = (straights & (ranks.pinned | files.pinned | pinned_on_diagonal)) |
                             (diagonals & (pinned_on_straight | pinned_on_diagonal));
    if (Lanes::meet(in_check | pinned_sliders, ~V{}) != 0) {
      // In check, the king cannot flee along the line, and other pieces can only capture the
      // checker or interpose.
      const V seen_check = files.checks | ranks.checks | rising.checks | falling.checks;
      const V leaping = enemy & leaper &
                        ((leapers.knight[king_] & diagonal) |
                         (pawn_attacks(Us, king_bit) & ~diagonal & ~orthogonal));
      const V checkers = (seen_check & enemy) | leaping;
      const V single = all_ones_where<V>((checkers & (checkers - 1)) == 0);
      targets &= ~in_check | (single & (seen_check | leaping));
      danger |= behind_king<8>(files) | behind_king<1>(ranks) | behind_king<9>(rising) |
                behind_king<7>(falling);
      files.moves = slider_moves<8>(straights & (unpinned | files.pinned), empty, targets);
      ranks.moves = slider_moves<1>(straights & (unpinned | ranks.pinned), empty, targets);
      rising.moves = slider_moves<9>(diagonals & (unpinned | rising.pinned), empty, targets);
      falling.moves = slider_moves<7>(diagonals & (unpinned | falling.pinned), empty, targets);
    }
    tally.sliders(files.moves, ranks.moves, rising.moves, falling.moves);
    tally.king(free_squares & ~danger & leapers.king[king_], other_attacks);

    // Knights one by one, as their targets overlap.
    const V free_knights = unpinned & leaper & diagonal;
    for (Square square : each(knights_)) {
      const V here = free_knights & bit(square);
      tally.knights(square, targets & leapers.knight[square] & all_ones_where<V>(here != 0));
    }

    // Pushes and the captures to one side have no target in common.
    const V our_pawns = pawns & own;
    const V push_anywhere = shifted<up>(our_pawns & (unpinned | files.pinned)) & empty;
    const V push = push_anywhere & targets;
    const V double_push =
        shifted<up>(push_anywhere & rank_bits(Us == white ? 2 : 5)) & empty & targets;
    const V ahead_east = shifted<up>(
        our_pawns & (unpinned | (Us == white ? rising.pinned : falling.pinned)) & ~file_h);
    const V ahead_west = shifted<up>(
        our_pawns & (unpinned | (Us == white ? falling.pinned : rising.pinned)) & ~file_a);
    const V take_east = (ahead_east << 1) & enemy & targets;
    const V take_west = (ahead_west >> 1) & enemy & targets;
    tally.pawns(push, double_push, take_east, take_west);
    if (may_promote_) {
      constexpr Bits last_rank = rank_bits(Us == white ? 7 : 0);
      tally.promotions(push & last_rank, take_east & last_rank, take_west & last_rank);
    }

    for (Square rook_square : each(castling_)) {
      // A rook must not castle if it has been captured, or if it is pinned: castling would expose
      // the king.
      const CastlingWay& way = castling_way<Us>(king_, rook_square);
      const V obstacles =
          (occupied & way.empty) | (danger & way.safe) | (~unpinned & bit(rook_square));
      tally.castle(king_, rook_square, all_ones_where<V>(obstacles == 0));
    }
    tally.finish();
  }

  /// The results of sliding in both directions of one line.
  struct Sliding {
    typename Tally::Line moves;  ///< of our sliders
    V danger;                    ///< the enemy sliders' attacks
    V pinned;       ///< our pieces that stand alone between our king and an enemy slider
    V checks;       ///< the squares from our king to a checking slider, inclusive
    V ahead, back;  ///< all ones where the check comes from there
  };

  /// line.moves ignores pins and checks.
  template <int Step>
  void slide(Sliding& line, Tally& tally, V sliders, V own, V empty) const {
    const V enemy_sliders = sliders & ~own;
    const Slide<Step, V> forth(sliders & own, enemy_sliders, empty);
    const Slide<-Step, V> back(sliders & own, enemy_sliders, empty);
    tally.template look<Step>(forth.own, back.own);
    line.moves = Tally::line(forth.own & ~own, back.own & ~own);
    line.danger = forth.enemy | back.enemy;
    // A pinned piece is on a ray from our king and, from the other side, on one from an enemy
    // slider.
    const V see_forth = chess::ray_attacks<Step, Lanes>(rays<Step>[king_], ~empty);
    const V see_back = chess::ray_attacks<-Step, Lanes>(rays<-Step>[king_], ~empty);
    line.pinned = own & ((see_forth & back.enemy) | (see_back & forth.enemy));
    line.ahead = all_ones_where<V>((back.enemy & bit(king_)) != 0);
    line.back = all_ones_where<V>((forth.enemy & bit(king_)) != 0);
    line.checks = (see_forth & line.ahead) | (see_back & line.back);
  }

  /// The square on the far side of our king from a slider that gives check.
  template <int Step>
  V behind_king(const Sliding& line) const {
    const Bits ahead = shifted<Step>(bit(king_)) & without_wrap<Step>;
    const Bits back = shifted<-Step>(bit(king_)) & without_wrap<-Step>;
    return (line.ahead & back) | (line.back & ahead);
  }

  /// The moves of our sliders along a line to the targets.
  template <int Step>
  static typename Tally::Line slider_moves(V sliders, V empty, V targets) {
    const Slide<Step, V> forth(sliders, V{}, empty);
    const Slide<-Step, V> back(sliders, V{}, empty);
    return Tally::line(forth.own & targets, back.own & targets);
  }

  static V load(const Bits* place) { return *reinterpret_cast<const V*>(place); }

  const PositionPool<Kernel>& pool_;
  Bits castling_;
  Square king_;
  Bits knights_;
  bool may_promote_;
};

}  // namespace plylab::chess
