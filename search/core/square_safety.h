// Which squares are safe for the side to move: what an ordering by classes asks of a move.
#pragma once

#include "gen/chess/board/notation.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

/// The squares that each side attacks, seen by the side to move.
class SquareSafety {
 public:
  template <chess::ChessPosition P>
  explicit SquareSafety(const P& position) {
    const chess::Planes& planes = planes_of(position);
    const chess::Color us = position.side_to_move();
    look(planes, us, ours_);
    look(planes, !us, theirs_);
    minors_ = planes.knights() | (planes.diagonal_sliders() & ~planes.orthogonal);
    rooks_ = planes.orthogonal_sliders() & ~planes.diagonal;
    queens_ = planes.diagonal_sliders() & planes.orthogonal;
  }

  /// Whether the piece there is attacked by something of less worth, or attacked and not defended.
  bool in_danger(chess::Square from) const {
    const chess::Bits here = chess::bit(from);
    const chess::Bits by_less = ((minors_ | rooks_ | queens_) & theirs_.by_pawns) |
                                ((rooks_ | queens_) & theirs_.by_minors) |
                                (queens_ & theirs_.by_rooks);
    return here & (by_less | (theirs_.once & ~ours_.once));
  }

  /// Whether a piece that goes there is not attacked, or defended by another.
  bool is_safe(chess::Square to) const { return chess::bit(to) & (~theirs_.once | ours_.twice); }

 private:
  struct Attacks {
    chess::Bits by_pawns = 0, by_minors = 0, by_rooks = 0, once = 0, twice = 0;
  };

  static void look(const chess::Planes& planes, chess::Color side, Attacks& attacks) {
    using namespace chess;
    const Bits occupied = planes.occupied(), own = planes.of(side);
    const auto add = [&](Bits squares) {
      attacks.twice |= attacks.once & squares;
      attacks.once |= squares;
      return squares;
    };
    const Bits pawns = planes.pawns() & own;
    for (const Square square : each(pawns))
      attacks.by_pawns |= add(pawn_attacks(side, bit(square)));
    for (const Square square : each(planes.knights() & own))
      attacks.by_minors |= add(leapers.knight[square]);
    for (const Square square : each(planes.diagonal_sliders() & ~planes.orthogonal & own))
      attacks.by_minors |= add(Sliders::bishop(square, occupied));
    for (const Square square : each(planes.orthogonal_sliders() & ~planes.diagonal & own))
      attacks.by_rooks |= add(Sliders::rook(square, occupied));
    for (const Square square : each(planes.diagonal_sliders() & planes.orthogonal & own))
      add(Sliders::rook(square, occupied) | Sliders::bishop(square, occupied));
    add(leapers.king[planes.king(side)]);
  }

  Attacks ours_, theirs_;
  chess::Bits minors_, rooks_, queens_;
};

}  // namespace plylab::search
