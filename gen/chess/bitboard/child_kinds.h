// Counts the moves of all children of some nodes by kind, one child at a time or in vectors.
#pragma once

#include <utility>

#include "gen/chess/bitboard/child_counter.h"
#include "gen/chess/bitboard/children.h"
#include "gen/chess/bitboard/kind_sink.h"
#include "gen/chess/bitboard/kind_tally.h"

namespace plylab::chess {

/// Counts by kind the moves of children in which the side Us is to move. In most children the
/// squares from which Us gives check, and the king moves of Us, are the same as in the parent: then
/// only the other pieces are examined.
template <class Kernel, Color Us>
class SiblingKinds {
  using Squares = CheckSquares<Kernel, Us>;
  using Sink = KindSink<Kernel, Us>;

 public:
  /// Adds to the counts, which must outlive it.
  SiblingKinds(const Planes& parent, Bits castling, KindCounts& counts)
      : counts_(counts),
        parent_(parent),
        castling_(castling),
        squares_(parent),
        king_(parent, castling),
        by_king_(parent, squares_) {
    const Bits all = parent.occupied();
    shares_king_ = ways_out<!Us>(parent) <= max_shared_ways_out;
    visit_king_moves<Kernel, Us>(parent, castling, king_.pinned(), by_king_);
    // Own pieces on a line from the enemy king may be screens or become screens.
    const Bits seen = squares_.from[queen];
    const Bits beyond = all & ~(seen & parent.of(Us));
    check_lines_ =
        seen | Kernel::rook(squares_.king, beyond) | Kernel::bishop(squares_.king, beyond);
  }

  /// Counts all children except those after captures en passant.
  void add(const Siblings& siblings) {
    for (unsigned i = 0; i < siblings.size; ++i) {
      const Planes child = child_of<!Us>(parent_, siblings, i);
      const Bits set = siblings.diagonal[i] | siblings.orthogonal[i] | siblings.leaper[i];
      const bool king_stays = (parent_.kings() & siblings.cleared[i] & bit(squares_.king)) == 0;
      const bool shares_king = shares_king_ && king_.unaffected_by(siblings, i);
      if (king_stays && ((siblings.cleared[i] | set) & check_lines_) == 0)
        add(child, castling_ & ~siblings.cleared[i], squares_, shares_king);
      else
        add(child, castling_ & ~siblings.cleared[i], Squares(child), shares_king);
    }
  }

 private:
  void add(const Planes& child, Bits castling, const Squares& squares, bool shares_king) {
    Sink sink(child, squares);
    if (shares_king && !king_may_check(squares)) {
      sink.moves = by_king_.moves;
      for (std::size_t kind = 0; kind < MoveKinds::fixed_by_code; ++kind)
        sink.counts[kind] = by_king_.counts[kind];
      visit_piece_moves<Kernel, Us>(child, king_.pinned(), ~child.of(Us), sink);
    } else {
      visit_moves<Kernel, Us>(child, castling, no_square, sink);
    }
    counts_.paths.early += sink.moves == 0;
    counts_.add(sink);
  }

  /// Whether a king's move may give check, by uncovering a slider or by the castling rook.
  bool king_may_check(const Squares& squares) const {
    constexpr Bits castled = rank_bits(Us == white ? 0 : 7) & (Bits{0x28} | (Bits{0x28} << 56));
    return (squares.screens & bit(parent_.king(Us))) != 0 ||
           ((castling_ & parent_.of(Us)) != 0 && (lines.straight[squares.king] & castled) != 0);
  }

  KindCounts& counts_;
  const Planes& parent_;
  const Bits castling_;
  const Squares squares_;
  const SharedKingMoves<Kernel, Us> king_;
  Sink by_king_;
  bool shares_king_;
  Bits check_lines_;
};

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
    // Before, the child was counted as having no move.
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

/// The same in vectors.
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
    counts_.paths.early += take(sums_.without_moves);
    for (std::size_t kind = 0; kind < MoveKinds::fixed_by_code; ++kind)
      counts_.kinds[kind] += take(sums_.by_code[kind]);
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
      for (Square lane : each(sums_.may_uncover[first / sums_.width]))
        checks.count_move_by_move(first + lane);
  }

  PositionPool<Kernel> pool_;
  KindSums<Kernel> sums_;
  KindCounts counts_;
};

}  // namespace plylab::chess
