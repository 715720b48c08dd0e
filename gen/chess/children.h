// Counting the moves of all children of a node: paths of two moves.
#pragma once

#include <type_traits>

#include "gen/chess/bitboard_moves.h"
#include "gen/chess/lanes.h"
#include "gen/chess/sibling_counter.h"
#include "gen/chess/siblings.h"

namespace plylab::chess {

/// Hands the squares of a set over one by one.
struct OneByOne {
  static void spread(Bits squares, auto&& visit) {
    for (; squares != 0; squares &= squares - 1) visit(squares & -squares, 1u);
  }
};

/// Notes what each move changes, for its child to be counted. Spreader::spread walks a set of
/// squares, one or many at a time.
template <Color Us, class Spreader>
struct SiblingSink {
  const Planes& parent;
  Bits enemy_pawns;
  Siblings siblings;
  Bits passed = 0;  // the squares passed by double pushes that end beside enemy pawns

  explicit SiblingSink(const Planes& planes)
      : parent(planes), enemy_pawns(planes.pawns() & planes.of(!Us)) {}

  void add(Square from, Bits targets, Bits) {
    const unsigned type = type_of(parent.on(from));
    Spreader::spread(targets, [&]<class T>(T to, unsigned count) {
      siblings.add(T(to - to + bit(from)), to, type, count);
    });
  }
  template <int Step>
  void add_pawns(Bits targets, MoveKind kind) {
    if (kind == MoveKind::double_push)
      passed |= stepped<-Step / 2>(targets & (shift_east(enemy_pawns) | shift_west(enemy_pawns)));
    add_pawns<Step>(targets, pawn);
  }
  template <int Step>
  void add_promotions(Bits targets, MoveKind) {
    for (PieceType type : {knight, bishop, rook, queen}) add_pawns<Step>(targets, type);
  }
  void add(Move move) {
    if (move.is_castle()) {
      siblings.add_castle(bit(move.from()) | bit(move.to()), bit(castled_king(Us, move.wing())),
                          bit(castled_rook(Us, move.wing())));
    } else {
      siblings.add(bit(move.from()) | bit(move.captured_on()), bit(move.to()), pawn);
    }
  }

 private:
  /// Pawns that came a fixed step and now are of a type.
  template <int Step>
  void add_pawns(Bits targets, PieceType type) {
    Spreader::spread(targets, [&]<class T>(T to, unsigned count) {
      siblings.add(stepped<-Step>(to), to, type, count);
    });
  }
};

/// Counts the moves of one child.
template <class Kernel, Color Us>
unsigned count_child(const Planes& parent, Bits castling, const Siblings& siblings,
                     unsigned index) {
  const Bits kept = ~siblings.cleared[index];
  const Bits moved = siblings.diagonal[index] | siblings.orthogonal[index] | siblings.leaper[index];
  const Planes child{(parent.diagonal & kept) | siblings.diagonal[index],
                     (parent.orthogonal & kept) | siblings.orthogonal[index],
                     (parent.leaper & kept) | siblings.leaper[index],
                     (parent.black & kept) | (Us == black ? moved : 0)};
  CountSink sink;
  visit_moves<Kernel, !Us>(child, castling & kept, no_square, sink);
  return sink.total;
}

/// Counts the e.p. captures that the double push over the target allows.
template <class Kernel, Color Us>
unsigned count_en_passant(const Planes& parent, Square target) {
  Planes child = parent;
  child.clear(bit(forward(!Us, target)));
  child.put(make_piece(Us, pawn), forward(Us, target));
  unsigned count = 0;
  for (Square from : each(pawn_attacks(Us, bit(target)) & child.pawns() & child.of(!Us)))
    count += en_passant_is_legal<Kernel>(child, from, target);
  return count;
}

/// Counts the moves of all children of a position with Us to move, side by side if the kernel can.
template <class Kernel, Color Us>
std::uint64_t count_children(const Planes& parent, Bits castling, Square en_passant) {
  constexpr bool side_by_side = !std::is_void_v<typename Kernel::Lanes>;
  SiblingSink<Us, std::conditional_t<side_by_side, typename Kernel::Lanes, OneByOne>> sink(parent);
  visit_moves<Kernel, Us>(parent, castling, en_passant, sink);
  const Siblings& siblings = sink.siblings;

  std::uint64_t total = 0;
  if constexpr (side_by_side) {
    total = SiblingCounter<!Us, typename Kernel::Lanes>(parent, castling).count(siblings);
  } else {
    for (unsigned i = 0; i < siblings.size; ++i)
      total += count_child<Kernel, Us>(parent, castling, siblings, i);
  }

  for (Square target : each(sink.passed)) total += count_en_passant<Kernel, Us>(parent, target);
  return total;
}

}  // namespace plylab::chess
