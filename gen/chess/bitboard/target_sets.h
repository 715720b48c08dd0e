// The moves of a node as sets of targets.
#pragma once

#include "gen/chess/bitboard/planes.h"
#include "gen/chess/board/move.h"

namespace plylab::chess {

/// The moves of the side Us as sets of targets: a sink that keeps them, for use when it is known
/// how many there are.
template <class Kernel, Color Us>
struct TargetSets {
  static constexpr int up = Us == white ? 8 : -8;
  static constexpr unsigned capacity = 48;  // a set a piece, two a queen, and a vector beyond
  alignas(64) Bits from[capacity];
  alignas(64) Bits targets[capacity];
  unsigned size = 0;
  Bits pushes = 0, double_pushes = 0, captures_east = 0, captures_west = 0;
  Bits promotions = 0, promotions_east = 0, promotions_west = 0;
  Move special[8];  // castling and e.p.
  unsigned specials = 0;
  unsigned moves = 0;

  explicit TargetSets(const Planes& parent) : parent_(parent) {}

  void add(Square square, Bits squares, Bits) {
    from[size] = bit(square);
    targets[size] = squares;
    size += squares != 0;
    moves += static_cast<unsigned>(std::popcount(squares));
  }
  template <int Step>
  void add_pawns(Bits squares, MoveKind) {
    (Step == up       ? pushes
     : Step == 2 * up ? double_pushes
     : Step == up + 1 ? captures_east
                      : captures_west) |= squares;
    moves += static_cast<unsigned>(std::popcount(squares));
  }
  template <int Step>
  void add_promotions(Bits squares, MoveKind) {
    (Step == up ? promotions : Step == up + 1 ? promotions_east : promotions_west) |= squares;
    moves += 4 * static_cast<unsigned>(std::popcount(squares));
  }
  void add(Move move) {
    special[specials++] = move;
    ++moves;
  }

  /// The type of the piece that a set is of.
  PieceType type(unsigned set) const { return type_of(parent_.on(first_square(from[set]))); }

  /// Hands all moves to a PoolSink.
  void visit(auto&& sink) const {
    for (unsigned i = 0; i < size; ++i) sink.add_pieces(from[i], targets[i], type(i));
    sink.template add_pawns<up>(pushes, pawn);
    sink.template add_pawns<2 * up>(double_pushes, pawn);
    sink.template add_pawns<up + 1>(captures_east, pawn);
    sink.template add_pawns<up - 1>(captures_west, pawn);
    if ((promotions | promotions_east | promotions_west) != 0) {
      sink.template add_promotions<up>(promotions, MoveKind::to_knight);
      sink.template add_promotions<up + 1>(promotions_east, MoveKind::capture_to_knight);
      sink.template add_promotions<up - 1>(promotions_west, MoveKind::capture_to_knight);
    }
    for (unsigned i = 0; i < specials; ++i) sink.add(special[i]);
  }

 private:
  const Planes& parent_;
};

}  // namespace plylab::chess
