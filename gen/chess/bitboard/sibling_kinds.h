// Counting the moves of all children of a node by kind, one child after the other.
#pragma once

#include "gen/chess/bitboard/children.h"
#include "gen/chess/bitboard/kind_sink.h"

namespace plylab::chess {

/// Counts the moves of children by kind, in which the side Us is to move. Most of them have in
/// common with their parent from where Us gives check, and what the king of Us can do: then only
/// the other pieces are looked at.
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
    shares_king_ = ways_out<!Us>(parent) <= most_shared_ways_out;
    visit_king_moves<Kernel, Us>(parent, castling, king_.pinned(), by_king_);
    // Own pieces that are seen from the enemy king may be, or become, screens.
    const Bits seen = squares_.from[queen];
    const Bits beyond = all & ~(seen & parent.of(Us));
    check_lines_ =
        seen | Kernel::rook(squares_.king, beyond) | Kernel::bishop(squares_.king, beyond);
  }

  /// Counts all children but for captures en passant.
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
      sink.counts[MoveKinds::captures] = by_king_.counts[MoveKinds::captures];
      sink.counts[MoveKinds::castles] = by_king_.counts[MoveKinds::castles];
      visit_piece_moves<Kernel, Us>(child, king_.pinned(), ~child.of(Us), sink);
    } else {
      visit_moves<Kernel, Us>(child, castling, no_square, sink);
    }
    counts_.paths.early += sink.moves == 0;
    counts_.add(sink);
  }

  /// By uncovering a slider, or by the rook when it castles.
  bool king_may_check(const Squares& squares) const {
    constexpr Bits castled = rank_bits(Us == white ? 0 : 7) & (Bits{0x28} | Bits{0x28} << 56);
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

}  // namespace plylab::chess
