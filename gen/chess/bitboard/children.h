// Counts the moves of all children of a node: paths of two moves.
#pragma once

#include "gen/chess/bitboard/lanes.h"
#include "gen/chess/bitboard/moves.h"
#include "gen/chess/board/bits.h"

namespace plylab::chess {

/// The changes by the moves of a node, one entry for each move: the squares that it clears, and the
/// squares that it sets in each plane. Any move has this form, including promotions and castling.
struct Siblings {
  static constexpr unsigned capacity = 416;  // as in Moves
  Bits cleared[capacity];
  Bits diagonal[capacity];
  Bits orthogonal[capacity];
  Bits leaper[capacity];
  unsigned size = 0;

  Siblings() {}  // leaves the arrays uninitialised

  /// Adds a move of a piece of a type to a square, which clears other squares.
  void add(Bits from, Bits to, unsigned type) {
    cleared[size] = from | to;
    diagonal[size] = to & -(Bits{type} & 1);
    orthogonal[size] = to & -((Bits{type} >> 1) & 1);
    leaper[size] = to & -((Bits{type} >> 2) & 1);
    ++size;
  }

  void add_castle(Bits gone, Bits king_to, Bits rook_to) {
    cleared[size] = gone;
    diagonal[size] = 0;
    orthogonal[size] = king_to | rook_to;
    leaper[size] = king_to;
    ++size;
  }
};

/// Records the changes by each move, to count its child later.
template <class Kernel, Color Us>
struct SiblingSink {
  const Planes& parent;
  Siblings siblings;
  Bits double_pushes = 0;

  explicit SiblingSink(const Planes& planes) : parent(planes) {}

  void add(Square from, Bits targets, Bits) {
    add_pieces(bit(from), targets, type_of(parent.on(from)));
  }
  /// The piece of a type that stands on the single square `from`.
  void add_pieces(Bits from, Bits targets, unsigned type) {
    for (Square to : each(targets)) siblings.add(from, bit(to), type);
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    if (kind == MoveKind::double_push) double_pushes |= targets;
    add_pawns<Step>(targets, pawn);
  }
  /// Adds moves of pawns by a fixed step, after which they are of a type.
  template <int Step>
  void add_pawns(Bits targets, PieceType type) {
    for (Square to : each(targets)) siblings.add(shifted<-Step>(bit(to)), bit(to), type);
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind) {
    for (PieceType type : {knight, bishop, rook, queen}) add_pawns<Step>(targets, type);
  }
  void add(Move move) {
    if (move.is_castle()) {
      siblings.add_castle(bit(move.from()) | bit(move.to()),
                          bit(castled_king(Us, move.castling_side())),
                          bit(castled_rook(Us, move.castling_side())));
    } else {
      siblings.add(bit(move.from()) | bit(move.captured_on()), bit(move.to()), pawn);
    }
  }
};

/// What most children of a node share for the side Us, which is to move in them: the moves of its
/// king and its pins. A move affects these only if it touches a square from which the king, its
/// neighbourhood or its castling path can be attacked. (In the tree from the normal array, 92 % of
/// the moves do not.)
template <class Kernel, Color Us>
class SharedKingMoves {
 public:
  SharedKingMoves(const Planes& parent, Bits castling)
      : pinned_(king_safety<Kernel, Us>(parent).pinned) {
    CountSink king_moves;
    visit_king_moves<Kernel, Us>(parent, castling, pinned_, king_moves);
    king_moves_ = king_moves.total;

    const Bits all = parent.occupied();
    const Bits own = parent.of(Us);
    const Square king_square = parent.king(Us);
    Bits watched = bit(king_square) | (leapers.king[king_square] & ~own);
    for (Square rook_square : each(castling & own)) {
      const CastlingWay& way = castling_way<Us>(king_square, rook_square);
      watched |= way.safe;
      lines_ |= way.empty | bit(rook_square);
    }
    const Bits without_king = all ^ bit(king_square);
    for (Square square : each(watched)) {
      lines_ |= Kernel::rook(square, without_king) | Kernel::bishop(square, without_king);
      jumps_ |= leapers.knight[square];
    }
    // Pinning pieces stand behind the king's own pieces.
    const Bits shields = own & (leapers.king[king_square] | lines_);
    lines_ |= watched | Kernel::rook(king_square, all & ~shields) |
              Kernel::bishop(king_square, all & ~shields);
  }

  Bits pinned() const { return pinned_; }

  /// Whether the move leaves the shared part unchanged.
  bool unaffected_by(const Siblings& siblings, unsigned index) const {
    const Bits knight_to = siblings.diagonal[index] & siblings.leaper[index];
    const Bits touched =
        siblings.cleared[index] | siblings.orthogonal[index] | siblings.leaper[index];
    return (touched & (knight_to != 0 ? lines_ | jumps_ : lines_)) == 0;
  }

  /// The number of moves of a child that is unaffected_by its move.
  unsigned count(const Planes& child) const {
    CountSink sink{king_moves_};
    visit_piece_moves<Kernel, Us>(child, pinned_, ~child.of(Us), sink);
    return sink.total;
  }

 private:
  Bits pinned_;
  unsigned king_moves_ = 0;
  Bits lines_ = 0;  // squares that no piece may enter or leave
  Bits jumps_ = 0;  // squares that no knight may enter or leave
};

/// The board after a move of the side Us.
template <Color Us>
Planes child_of(const Planes& parent, const Siblings& siblings, unsigned index) {
  const Bits kept = ~siblings.cleared[index];
  const Bits moved = siblings.diagonal[index] | siblings.orthogonal[index] | siblings.leaper[index];
  return {(parent.diagonal & kept) | siblings.diagonal[index],
          (parent.orthogonal & kept) | siblings.orthogonal[index],
          (parent.leaper & kept) | siblings.leaper[index],
          (parent.black & kept) | (Us == black ? moved : 0)};
}

/// Counts the moves of a position without e.p. captures.
template <class Kernel, Color Us>
unsigned count_moves(const Planes& planes, Bits castling) {
  CountSink sink;
  visit_moves<Kernel, Us>(planes, castling, no_square, sink);
  return sink.total;
}

/// Counts the moves of children one by one.
template <class Kernel, Color Us>
std::uint64_t count_one_by_one(const Planes& parent, Bits castling, const Siblings& siblings) {
  std::uint64_t total = 0;
  for (unsigned i = 0; i < siblings.size; ++i)
    total += count_moves<Kernel, !Us>(child_of<Us>(parent, siblings, i),
                                      castling & ~siblings.cleared[i]);
  return total;
}

/// The same for all children of a node, most of which share their king's moves.
template <class Kernel, Color Us>
std::uint64_t count_with_shared_king(const Planes& parent, Bits castling,
                                     const Siblings& siblings) {
  const SharedKingMoves<Kernel, !Us> shared(parent, castling);
  std::uint64_t total = 0;
  for (unsigned i = 0; i < siblings.size; ++i) {
    const Planes child = child_of<Us>(parent, siblings, i);
    total += shared.unaffected_by(siblings, i)
                 ? shared.count(child)
                 : count_moves<Kernel, !Us>(child, castling & ~siblings.cleared[i]);
  }
  return total;
}

/// The child after our double push over the target.
template <Color Us>
Planes after_double_push(const Planes& parent, Square target) {
  Planes child = parent;
  child.clear(bit(forward(!Us, target)));
  child.put(make_piece(Us, pawn), forward(Us, target));
  return child;
}

/// The squares passed by double pushes that end next to enemy pawns.
template <Color Us>
Bits passed_beside_pawns(const Planes& parent, Bits double_pushes) {
  const Bits their_pawns = parent.pawns() & parent.of(!Us);
  return shift_forward(!Us, double_pushes & (shift_east(their_pawns) | shift_west(their_pawns)));
}

/// Counts the e.p. captures that the double push over the target allows.
template <class Kernel, Color Us>
unsigned count_en_passant(const Planes& parent, Square target) {
  const Planes child = after_double_push<Us>(parent, target);
  unsigned count = 0;
  for (Square from : each(pawn_attacks(Us, bit(target)) & child.pawns() & child.of(!Us)))
    count += en_passant_is_legal<Kernel>(child, from, target);
  return count;
}

/// Counts the e.p. captures that our double pushes to these squares allow.
template <class Kernel, Color Us>
std::uint64_t count_en_passants(const Planes& parent, Bits double_pushes) {
  std::uint64_t total = 0;
  for (Square target : each(passed_beside_pawns<Us>(parent, double_pushes)))
    total += count_en_passant<Kernel, Us>(parent, target);
  return total;
}

/// The squares around the king of the side !Us without its own pieces.
template <Color Us>
unsigned ways_out(const Planes& parent) {
  return static_cast<unsigned>(std::popcount(leapers.king[parent.king(!Us)] & ~parent.of(!Us)));
}

/// With more such squares, the king of the side !Us is so exposed that most moves change the shared
/// part.
inline constexpr unsigned max_shared_ways_out = 4;

/// Counts the moves of all children of a position with Us to move, one by one.
template <class Kernel, Color Us>
std::uint64_t count_children(const Planes& parent, Bits castling, Square en_passant) {
  SiblingSink<Kernel, Us> sink(parent);
  visit_moves<Kernel, Us>(parent, castling, en_passant, sink);
  std::uint64_t total = ways_out<Us>(parent) > max_shared_ways_out
                            ? count_one_by_one<Kernel, Us>(parent, castling, sink.siblings)
                            : count_with_shared_king<Kernel, Us>(parent, castling, sink.siblings);
  return total + count_en_passants<Kernel, Us>(parent, sink.double_pushes);
}

}  // namespace plylab::chess
