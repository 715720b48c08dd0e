// Children on their way into a pool.
#pragma once

#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

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
      pool_.add(parent_, theirs_, stepped<-Step>(to), to, type, count);
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

}  // namespace plylab::chess
