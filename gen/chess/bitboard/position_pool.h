// Positions that wait to be counted side by side, from one parent or from many.
#pragma once

#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// Positions with the same side to move, its king on one square and its castling rights the same,
/// one entry a position: its planes, and the pieces of the side to move. `Kernel` keeps
/// the code of each kernel its own.
template <class Kernel>
struct PositionPool {
  static constexpr unsigned enough = 64;              // more than that and it is time to count them
  static constexpr unsigned capacity = enough + 424;  // all moves of a position, a vector beyond
  alignas(64) Bits diagonal[capacity];
  alignas(64) Bits orthogonal[capacity];
  alignas(64) Bits leaper[capacity];
  alignas(64) Bits own[capacity];
  unsigned size = 0;

  // Of the side to move:
  Square king = no_square;
  Bits castling = 0;  ///< the rooks that may castle

  // True of one of the positions at least:
  Bits knights = 0;          ///< the side to move has a knight here
  bool may_promote = false;  ///< it has a pawn one step from promotion
  bool diagonals = false;    ///< a slider on diagonals, of either side, stands on the board

  PositionPool() {}  // leaves the arrays uninitialised

  /// Makes ready for children of a parent in which the side Us has to move next but one. The pool
  /// is emptied by `count` first where it is full or they would not go with what is in it: knights
  /// scattered over many squares, too, as each of these costs time in every position.
  template <Color Us>
  void prepare(const Planes& parent, Bits castling_rooks, auto&& count) {
    constexpr int most_knight_squares = 4;
    const Bits ours = parent.of(Us);
    const Square our_king = parent.king(Us);
    const Bits our_rooks = castling_rooks & ours;
    const Bits our_knights = parent.knights() & ours;
    if (size >= enough || our_king != king || our_rooks != castling ||
        std::popcount(knights | our_knights) > most_knight_squares) {
      count();
      size = 0;
      king = our_king;
      castling = our_rooks;
      knights = 0;
      may_promote = diagonals = false;
    }
    knights |= our_knights;
    may_promote |= (parent.pawns() & ours & rank_bits(Us == white ? 6 : 1)) != 0;
    // A promotion can bring the first slider onto the diagonals.
    constexpr Bits promoting_rank = rank_bits(Us == white ? 1 : 6);
    diagonals |= (parent.diagonal_sliders() | (parent.pawns() & ~ours & promoting_rank)) != 0;
  }

  /// Children of a parent, of whose pieces `theirs` are to move: pieces of a type come to the
  /// single squares in the lanes of `to` and leave those of `from`. Only the first `count` lanes
  /// matter. T is Bits for one of them, or a vector.
  template <class T>
  void add(const Planes& parent, Bits theirs, T from, T to, unsigned type, unsigned count = 1) {
    const T kept = ~(from | to);
    store(diagonal, T((kept & parent.diagonal) | (to & -(Bits{type} & 1))));
    store(orthogonal, T((kept & parent.orthogonal) | (to & -(Bits{type} >> 1 & 1))));
    store(leaper, T((kept & parent.leaper) | (to & -(Bits{type} >> 2 & 1))));
    store(own, T(kept & theirs));
    size += count;
  }

  /// One child.
  void add(const Planes& child, Bits theirs) {
    diagonal[size] = child.diagonal;
    orthogonal[size] = child.orthogonal;
    leaper[size] = child.leaper;
    own[size] = theirs;
    ++size;
  }

  /// Position i, in which the side Us is to move.
  template <Color Us>
  Planes planes(unsigned i) const {
    const Bits all = diagonal[i] | orthogonal[i] | leaper[i];
    return {diagonal[i], orthogonal[i], leaper[i], Us == black ? own[i] : all & ~own[i]};
  }

 private:
  template <class T>
  void store(Bits* array, T lanes) {
    __builtin_memcpy(array + size, &lanes, sizeof lanes);
  }
};

}  // namespace plylab::chess
