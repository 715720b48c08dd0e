// Counting the moves of all children of some nodes by kind.
#pragma once

#include <utility>

#include "gen/chess/bitboard/check_counter.h"
#include "gen/chess/bitboard/child_counter.h"
#include "gen/chess/bitboard/sibling_kinds.h"

namespace plylab::chess {

/// Counts the captures en passant that our double pushes to these squares allow.
template <class Kernel, Color Us>
void add_en_passant_kinds(const Planes& parent, Bits castling, Bits double_pushes,
                          KindCounts& counts) {
  for (Square target : each(passed_beside_pawns<Us>(parent, double_pushes))) {
    const Planes child = after_double_push<Us>(parent, target);
    const CheckSquares<Kernel, !Us> squares(child);
    KindSink<Kernel, !Us> sink(child, squares);
    for (Square from : each(pawn_attacks(Us, bit(target)) & child.pawns() & child.of(!Us)))
      if (en_passant_is_legal<Kernel>(child, from, target))
        sink.add(Move(from, target, MoveKind::en_passant));
    if (sink.moves == 0) continue;
    // Without these moves the child has been taken for one that has none.
    if (count_moves<Kernel, !Us>(child, castling) == 0) --counts.paths.early;
    counts.add(sink);
  }
}

/// Counts the moves of all children of some nodes in which the side Us is to move.
template <class Kernel, Color Us>
class ChildKinds {
 public:
  void add(const Planes& parent, Bits castling, Square en_passant) {
    SiblingSink<Kernel, Us> sink(parent);
    visit_moves<Kernel, Us>(parent, castling, en_passant, sink);
    if (sink.siblings.size == 0) {
      ++counts_.paths.early;
      return;
    }
    SiblingKinds<Kernel, !Us>(parent, castling, counts_).add(sink.siblings);
    add_en_passant_kinds<Kernel, Us>(parent, castling, sink.double_pushes, counts_);
  }
  const KindCounts& total() const { return counts_; }

 private:
  KindCounts counts_;
};

/// The same side by side.
template <SideBySide Kernel, Color Us>
class ChildKinds<Kernel, Us> {
 public:
  void add(const Planes& parent, Bits castling, Square en_passant) {
    pool_.template prepare<!Us>(parent, castling, [this] { count_pool(); });
    TargetSets<Kernel, Us> sets(parent);
    visit_moves<Kernel, Us>(parent, castling, en_passant, sets);
    sets.visit(PoolSink<Kernel, Us>(parent, pool_));
    counts_.paths.early += sets.moves == 0;
    add_en_passant_kinds<Kernel, Us>(parent, castling, sets.double_pushes, counts_);
  }

  const KindCounts& total() {
    count_pool();
    pool_.size = 0;
    const auto take = [](auto& sum) {
      const auto lanes = std::exchange(sum, typename KindSums<Kernel>::V{});
      std::uint64_t total = 0;
      for (unsigned lane = 0; lane < KindSums<Kernel>::width; ++lane) total += lanes[lane];
      return total;
    };
    counts_.paths.full += take(sums_.moves);
    counts_.paths.early += take(sums_.stuck);
    counts_.kinds[MoveKinds::captures] += take(sums_.captures);
    counts_.kinds[MoveKinds::castles] += take(sums_.castles);
    counts_.kinds[MoveKinds::promotions] += take(sums_.promotions);
    return counts_;
  }

 private:
  [[gnu::noinline, gnu::flatten]] void count_pool() {
    CheckCounter<Kernel, !Us> checks(pool_, sums_, counts_);
    const auto look = [&] {
      checks.count_noted();
      sums_.size = 0;
    };
    PoolCounter<Kernel, !Us, KindTally<Kernel, !Us>>(pool_).add_all(sums_, [&] {
      if (sums_.size > sums_.enough) look();
    });
    look();
    for (unsigned first = 0; first < pool_.size; first += sums_.width)
      for (Square lane : each(sums_.odd[first / sums_.width])) checks.count_odd(first + lane);
  }

  PositionPool<Kernel> pool_;
  KindSums<Kernel> sums_;
  KindCounts counts_;
};

}  // namespace plylab::chess
