// Moves that are looked at when the next node's are counted.
#pragma once

#include "gen/chess/bitboard/pool_sink.h"

namespace plylab::chess {

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
