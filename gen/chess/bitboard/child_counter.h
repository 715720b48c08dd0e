// Counts the moves of children in vectors: the children of one node or of several.
#pragma once

#include "gen/chess/bitboard/children.h"
#include "gen/chess/bitboard/difference_counter.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/bitboard/pool_counter.h"
#include "gen/chess/bitboard/position_pool.h"

namespace plylab::chess {

/// A kernel that counts many positions at once, in lanes of vectors.
template <class Kernel>
concept SideBySide = !std::is_void_v<typename Kernel::Lanes>;

/// Sums the numbers of moves of all children of some nodes in which the side Us is to move.
template <class Kernel, Color Us>
class ChildCounter {
 public:
  /// Flattened, because the compiler would otherwise leave calls for each few moves.
  [[gnu::flatten]] void add(const Planes& parent, Bits castling, Square en_passant) {
    total_ += differences_may_pay(parent)
                  ? count_by_differences(parent, castling, en_passant)
                  : count_children<Kernel, Us>(parent, castling, en_passant);
  }
  std::uint64_t total() const { return total_; }

 private:
  /// More men mean more moves and a higher cost of each child; more king moves mean fewer calm
  /// children. The bounds are measured.
  static bool differences_may_pay(const Planes& parent) {
    const int men = std::popcount(parent.of(Us)) * std::popcount(parent.of(!Us));
    return static_cast<unsigned>(men) * (10 - ways_out<Us>(parent)) > 600;
  }

  /// Not inlined, like the function for the remaining children, because each fills the instruction
  /// cache.
  [[gnu::noinline, gnu::flatten]] static std::uint64_t count_by_differences(const Planes& parent,
                                                                            Bits castling,
                                                                            Square en_passant) {
    constexpr unsigned cost = 11;  // measured, in children counted one by one
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

/// Children that are not counted by differences wait in a pool until they fill a vector.
template <SideBySide Kernel, Color Us>
class ChildCounter<Kernel, Us> {
 public:
  /// Flattened: its parts share dozens of vectors, which calls would pass through memory.
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
  /// More king moves mean fewer calm children. The bound is measured.
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
