// Counting the moves of children side by side, those of one node or of several.
#pragma once

#include "gen/chess/bitboard/children.h"
#include "gen/chess/bitboard/difference_counter.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/pool_counter.h"
#include "gen/chess/bitboard/pool_sink.h"
#include "gen/chess/bitboard/target_sets.h"

namespace plylab::chess {

/// A kernel that counts many positions side by side.
template <class Kernel>
concept SideBySide = !std::is_void_v<typename Kernel::Lanes>;

/// A kernel that has the eight directions in a register.
template <class Kernel>
concept HasCompass = requires {
  typename Kernel::Compass;
};

/// Sums up the moves of all children of some nodes in which the side Us is to move.
template <class Kernel, Color Us>
class ChildCounter {
 public:
  /// One function, or the compiler leaves the visits of a handful of moves as calls.
  [[gnu::flatten]] void add(const Planes& parent, Bits castling, Square en_passant) {
    total_ += count_children<Kernel, Us>(parent, castling, en_passant);
  }
  std::uint64_t total() const { return total_; }

 private:
  std::uint64_t total_ = 0;
};

/// What is not counted at once waits in a pool for as many as fill a vector.
template <SideBySide Kernel, Color Us>
class ChildCounter<Kernel, Us> {
 public:
  /// One function: its parts have dozens of vectors in common, which calls would pass by memory.
  [[gnu::flatten]] void add(const Planes& parent, Bits castling, Square en_passant) {
    pool_.template prepare<!Us>(parent, castling, [this] { count_pool(); });
    PoolSink<Kernel, Us> pooled(parent, pool_);
    TargetSets<Kernel, Us> sets(parent);
    visit_moves<Kernel, Us>(parent, castling, en_passant, sets);
    if constexpr (HasCompass<Kernel>) {
      if (differences_pay(parent, sets.moves))
        total_ += static_cast<std::uint64_t>(
            DifferenceCounter<Kernel, Us>(parent, castling).count(sets, pooled));
      else
        sets.visit(pooled);
    } else {
      sets.visit(pooled);
    }

    const Bits their_pawns = parent.pawns() & parent.of(!Us);
    for (Square to : each(sets.double_pushes & (shift_east(their_pawns) | shift_west(their_pawns))))
      total_ += count_en_passant<Kernel, Us>(parent, forward(!Us, to));
  }

  std::uint64_t total() {
    count_pool();
    pool_.size = 0;
    return total_;
  }

 private:
  /// Differences cost as much as twelve children one by one, and the more squares the king may go
  /// to the fewer children are calm. Measured.
  static bool differences_pay(const Planes& parent, unsigned moves) {
    const Bits ways_out = leapers.king[parent.king(!Us)] & ~parent.of(!Us);
    return moves * static_cast<unsigned>(10 - std::popcount(ways_out)) > 120;
  }

  void count_pool() {
    if (pool_.size != 0) total_ += PoolCounter<Kernel, !Us>(pool_).count();
  }

  PositionPool<Kernel> pool_;
  std::uint64_t total_ = 0;
};

}  // namespace plylab::chess
