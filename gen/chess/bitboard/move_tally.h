// What becomes of the moves that a PoolCounter finds, a vector of positions at a time.
//
// A Tally is, for a Lanes as in pool_counter.h,
//   Sum                   what it adds to
//   Tally(boards, first, sum)       for Boards, those from the number `first` on in their pool
//   look<Step>(V forth, V back)     what our sliders attack along a line, pinned or not
//   Line, line(V, V)      the targets of our sliders in both directions of a line
// and then is told all moves once, in this order:
//   sliders(files, ranks, rising, falling)    a Line each
//   king(V, V guarded)    and what the enemy's pieces but the king attack
//   knights(Square, V)    those of the knights on one square
//   pawns(push, twice, east, west)
//   promotions(push, east, west)    which are among these, but four moves each
//   castle(Square king, Square rook, V)       all ones where it is possible
//   finish()
#pragma once

#include "gen/chess/bitboard/lanes.h"

namespace plylab::chess {

/// Positions side by side, one a lane of each vector. `own` are the pieces of the side to move.
template <class V>
struct Boards {
  V diagonal, orthogonal, leaper, own;
  V used;  ///< all ones in the lanes that hold a position
  V occupied = diagonal | orthogonal | leaper;
  V empty = ~occupied;
  V enemy = occupied & ~own;
  V pawns = leaper & ~diagonal & ~orthogonal;
  V straights = orthogonal & ~leaper;  ///< what slides on ranks and files
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
  void pawns(V push, V twice, V east, V west) {
    moves_ += Lanes::popcount(push | twice | east);  // these have no target in common
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

}  // namespace plylab::chess
