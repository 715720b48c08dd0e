// Positions that wait to be counted side by side, from one parent or from many, and how they come
// there.
#pragma once

#include "gen/chess/bitboard/moves.h"
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

  /// Prepares for the children of a parent in which the side Us moves at the next ply but one. The
  /// pool is emptied by `count` first where it is full or they would not go with what is in it:
  /// knights scattered over many squares, too, as each of these costs time in every position.
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
  /// Pawns that came a fixed step and now are of a type.
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

/// Keeps sets of targets of a node until write_out(). How many there are is known only at the end
/// of a long chain of work, and hard to predict: a loop over them at once would have the processor
/// guess wrong, and wait for that chain. A node later it is known when asked.
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

  /// Says whose moves these are: not earlier, as the parent has just been written when its moves
  /// come, and to read it whole would have to wait for that.
  void finish(const Planes& parent) { parent_ = parent; }

  /// Hands all to the pool, which must suit.
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
