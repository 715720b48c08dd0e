// Counting the moves of children side by side, those of one node or of several.
#pragma once

#include "gen/chess/bitboard/children.h"
#include "gen/chess/bitboard/difference_counter.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/pool_counter.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

/// A kernel that counts many positions side by side.
template <class Kernel>
concept SideBySide = !std::is_void_v<typename Kernel::Lanes>;

/// Sums up the moves of all children of some nodes in which the side Us is to move.
template <class Kernel, Color Us>
class ChildCounter {
 public:
  /// One function, or the compiler leaves the visits of a handful of moves as calls.
  [[gnu::flatten]] void add(const Planes& parent, Bits castling, Square en_passant) {
    total_ += differences_may_pay(parent)
                  ? count_by_differences(parent, castling, en_passant)
                  : count_children<Kernel, Us>(parent, castling, en_passant);
  }
  std::uint64_t total() const { return total_; }

 private:
  /// The more men, the more moves we have, and the longer a child takes; and the more squares the
  /// king may go to, the fewer children are calm. Measured.
  static bool differences_may_pay(const Planes& parent) {
    const int men = std::popcount(parent.of(Us)) * std::popcount(parent.of(!Us));
    return static_cast<unsigned>(men) * (10 - ways_out<Us>(parent)) > 600;
  }

  /// Kept apart, as is what counts the children that are left, because each has code enough for the
  /// instruction cache.
  [[gnu::noinline, gnu::flatten]] static std::uint64_t count_by_differences(const Planes& parent,
                                                                            Bits castling,
                                                                            Square en_passant) {
    constexpr unsigned cost = 11;  // as much as that many children one by one, measured
    TargetSets<Kernel, Us> sets(parent);
    visit_moves<Kernel, Us>(parent, castling, en_passant, sets);
    SiblingSink<Kernel, Us> others(parent);
    std::uint64_t total = count_en_passants<Kernel, Us>(parent, sets.double_pushes);
    if (sets.moves > cost)
      total += static_cast<std::uint64_t>(
          DifferenceCounter<Kernel, Us>(parent, castling).count(sets, others, others));
    else
      sets.visit(others);
    return total + count_others(parent, castling, others.siblings);
  }
  [[gnu::noinline, gnu::flatten]] static std::uint64_t count_others(const Planes& parent,
                                                                    Bits castling,
                                                                    const Siblings& siblings) {
    return count_one_by_one<Kernel, Us>(parent, castling, siblings);
  }

  std::uint64_t total_ = 0;
};

/// What is not counted at once waits in a pool for as many as fill a vector.
template <SideBySide Kernel, Color Us>
class ChildCounter<Kernel, Us> {
 public:
  /// One function: its parts have dozens of vectors in common, which calls would pass by memory.
  [[gnu::flatten]] void add(const Planes& parent, Bits castling, Square en_passant) {
    late_.write_out(pool_);
    pool_.template prepare<!Us>(parent, castling, [this] { count_pool(); });
    PoolSink<Kernel, Us> pooled(parent, pool_);
    TargetSets<Kernel, Us> sets(parent);
    visit_moves<Kernel, Us>(parent, castling, en_passant, sets);
    if (differences_pay(parent, sets.moves))
      total_ += static_cast<std::uint64_t>(
          DifferenceCounter<Kernel, Us>(parent, castling).count(sets, late_, pooled));
    else
      sets.visit(pooled);
    total_ += count_en_passants<Kernel, Us>(parent, sets.double_pushes);
    late_.finish(parent);
  }

  std::uint64_t total() {
    late_.write_out(pool_);
    count_pool();
    pool_.size = 0;
    return total_;
  }

 private:
  /// The more squares the king may go to, the fewer children are calm. Measured.
  static bool differences_pay(const Planes& parent, unsigned moves) {
    return moves * (10 - ways_out<Us>(parent)) > 10 * Kernel::difference_cost;
  }

  void count_pool() {
    if (pool_.size != 0) total_ += PoolCounter<Kernel, !Us>(pool_).count();
  }

  PositionPool<Kernel> pool_;
  LateMoves<Kernel, Us> late_;
  std::uint64_t total_ = 0;
};

}  // namespace plylab::chess
