// Squares that are safe for the side to move, for the ordering by classes.
#pragma once

#include "gen/chess/board/notation.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/men.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

/// The squares that each side attacks, seen by the side to move.
class SquareSafety {
 public:
  template <chess::AnyChessPosition P>
  explicit SquareSafety(const P& position) {
    const chess::Planes& planes = planes_of(position);
    const chess::Color us = position.side_to_move();
    const Men own(planes, us), other(planes, !us);
    look(own, planes.occupied(), ours_);
    look(other, planes.occupied(), theirs_);
    minors_ = own.knights | own.bishops | other.knights | other.bishops;
    rooks_ = own.rooks | other.rooks;
    queens_ = own.queens | other.queens;
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

  static void look(const Men& men, chess::Bits occupied, Attacks& attacks) {
    using namespace chess;
    const auto add = [&](Bits squares) {
      attacks.twice |= attacks.once & squares;
      attacks.once |= squares;
      return squares;
    };
    for (const Square square : each(men.pawns))
      attacks.by_pawns |= add(pawn_attacks(men.color, bit(square)));
    for (const Square square : each(men.knights)) attacks.by_minors |= add(leapers.knight[square]);
    for (const Square square : each(men.bishops))
      attacks.by_minors |= add(Sliders::bishop(square, occupied));
    for (const Square square : each(men.rooks))
      attacks.by_rooks |= add(Sliders::rook(square, occupied));
    for (const Square square : each(men.queens))
      add(Sliders::rook(square, occupied) | Sliders::bishop(square, occupied));
    add(leapers.king[men.king]);
  }

  Attacks ours_, theirs_;
  chess::Bits minors_, rooks_, queens_;
};

}  // namespace plylab::search
