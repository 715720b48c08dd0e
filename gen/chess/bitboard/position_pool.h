// A pool of positions to count in parallel, from one parent or from many, and the sinks that fill
// it.
#pragma once

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/planes.h"

namespace plylab::chess {

/// Positions with the same side to move, the same square of its king and the same castling rights.
/// Each entry has the planes, and the pieces of the side to move. `Kernel` keeps each kernel's code
/// separate.
template <class Kernel>
struct PositionPool {
  static constexpr unsigned enough = 64;              // a pool with more is counted
  static constexpr unsigned capacity = enough + 424;  // plus all moves of a position and a vector
  alignas(64) Bits diagonal[capacity];
  alignas(64) Bits orthogonal[capacity];
  alignas(64) Bits leaper[capacity];
  alignas(64) Bits own[capacity];
  unsigned size = 0;

  // Of the side to move:
  Square king = no_square;
  Bits castling = 0;  ///< the rooks that may castle

  // Bounds over all positions:
  Bits knights = 0;          ///< the side to move has a knight here
  bool may_promote = false;  ///< it has a pawn one step from promotion
  bool diagonals = false;    ///< a slider on diagonals, of either side, stands on the board

  PositionPool() {}  // leaves the arrays uninitialised

  /// Prepares for the children of a parent in which the side Us moves two plies later. First calls
  /// `count` to empty the pool if it is full, or if these children do not match its contents, for
  /// example because their knights are on many other squares: each square costs time in every
  /// position.
  template <Color Us>
  void prepare(const Planes& parent, Bits castling_rooks, auto&& count) {
    constexpr int max_knight_squares = 4;
    const Bits ours = parent.of(Us);
    const Square our_king = parent.king(Us);
    const Bits our_rooks = castling_rooks & ours;
    const Bits our_knights = parent.knights() & ours;
    if (size >= enough || our_king != king || our_rooks != castling ||
        std::popcount(knights | our_knights) > max_knight_squares) {
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

  /// Adds children of a parent, in which `theirs` are the pieces of the side to move: pieces of a
  /// type move from the squares in the lanes of `from` to the single squares in those of `to`. Only
  /// the first `count` lanes matter. T is Bits for a single child, or a vector.
  template <class T>
  void add(const Planes& parent, Bits theirs, T from, T to, unsigned type, unsigned count = 1) {
    const T kept = ~(from | to);
    store(diagonal, T((kept & parent.diagonal) | (to & -(Bits{type} & 1))));
    store(orthogonal, T((kept & parent.orthogonal) | (to & -((Bits{type} >> 1) & 1))));
    store(leaper, T((kept & parent.leaper) | (to & -((Bits{type} >> 2) & 1))));
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

/// Adds the child of each move of the side Us to a pool. Lanes::for_each_vector walks a set of
/// squares, one or many at a time.
template <class Kernel, Color Us>
class PoolSink {
 public:
  PoolSink(const Planes& parent, PositionPool<Kernel>& pool)
      : parent_(parent), theirs_(parent.of(!Us)), pool_(pool) {}

  void add(Square from, Bits targets, Bits) {
    add_pieces(bit(from), targets, type_of(parent_.on(from)));
  }
  /// The piece of a type that stands on the single square `from`.
  void add_pieces(Bits from, Bits targets, unsigned type) {
    Kernel::Lanes::for_each_vector(targets, [&]<class T>(T to, unsigned count) {
      pool_.add(parent_, theirs_, T{} + from, to, type, count);
    });
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind) {
    add_pawns<Step>(targets, pawn);
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind) {
    for (PieceType type : {knight, bishop, rook, queen}) add_pawns<Step>(targets, type);
  }
  /// Adds moves of pawns by a fixed step, after which they are of a type.
  template <int Step>
  void add_pawns(Bits targets, PieceType type) {
    if (targets == 0) return;
    Kernel::Lanes::for_each_vector(targets, [&]<class T>(T to, unsigned count) {
      pool_.add(parent_, theirs_, shifted<-Step>(to), to, type, count);
    });
  }
  void add(Move move) {
    if (move.is_castle()) {
      pool_.add(after<Kernel>(parent_, Us, move), theirs_);
    } else {
      pool_.add(parent_, theirs_, bit(move.from()) | bit(move.captured_on()), bit(move.to()), pawn);
    }
  }

 private:
  const Planes& parent_;
  Bits theirs_;
  PositionPool<Kernel>& pool_;
};

/// Stores sets of targets of a node until write_out(). Their number is known only after a long
/// chain of computations and is hard to predict: a loop at once would often mispredict and wait for
/// that chain. One node later it is known.
template <class Kernel, Color Us>
class LateMoves {
  static constexpr int up = Us == white ? 8 : -8;

 public:
  LateMoves() {}  // leaves the arrays uninitialised

  void add_pieces(Bits from, Bits targets, unsigned type) {
    from_[size_] = from;
    targets_[size_] = targets;
    type_[size_] = type;
    ++size_;
  }
  /// The same of some lanes.
  template <class Lanes>
  void add_pieces(auto mask, Lanes from, Lanes targets, Lanes type) {
    using Compass = typename Kernel::Compass;
    Compass::append(mask, from, from_ + size_);
    Compass::append(mask, targets, targets_ + size_);
    Compass::append(mask, type, type_ + size_);
    size_ += static_cast<unsigned>(std::popcount(mask));
  }
  template <int Step>
  void add_pawns(Bits targets, PieceType) {
    pawns_[Step == up ? 0 : Step == 2 * up ? 1 : Step == up + 1 ? 2 : 3] = targets;
  }

  /// Stores the parent of the moves. Done last: the parent has just been written when its moves are
  /// added, and reading it at once would stall.
  void finish(const Planes& parent) { parent_ = parent; }

  /// Adds all moves to the pool, which must have been prepared for them.
  void write_out(PositionPool<Kernel>& pool) {
    PoolSink<Kernel, Us> sink(parent_, pool);
    for (unsigned i = 0; i < size_; ++i)
      sink.add_pieces(from_[i], targets_[i], static_cast<unsigned>(type_[i]));
    size_ = 0;
    if ((pawns_[0] | pawns_[1] | pawns_[2] | pawns_[3]) == 0) return;
    sink.template add_pawns<up>(pawns_[0], pawn);
    sink.template add_pawns<2 * up>(pawns_[1], pawn);
    sink.template add_pawns<up + 1>(pawns_[2], pawn);
    sink.template add_pawns<up - 1>(pawns_[3], pawn);
    pawns_[0] = pawns_[1] = pawns_[2] = pawns_[3] = 0;
  }

 private:
  static constexpr unsigned capacity = 48;  // as in TargetSets
  alignas(64) Bits from_[capacity];
  alignas(64) Bits targets_[capacity];
  alignas(64) Bits type_[capacity];
  unsigned size_ = 0;
  Bits pawns_[4] = {};
  Planes parent_;
};

}  // namespace plylab::chess
