// Static exchange evaluation: the gain of a capture if both sides continue capturing on its square.
#pragma once

#include <algorithm>
#include <array>

#include "gen/chess/board/notation.h"
#include "search/evaluation/chess_evaluation.h"
#include "search/evaluation/sliders.h"

namespace plylab::search {

/// The pieces that attack a square, and those behind them on the same line: enough to play an
/// exchange through.
template <class Planes>
class Attackers {
 public:
  /// `gone` has the squares vacated by the first capturer and by a pawn captured e.p. `dear`:
  /// knights are worth as much as rooks, as in some variants.
  Attackers(const Planes& planes, chess::Square target, chess::Bits gone, bool dear)
      : planes_(planes),
        target_(target),
        dear_knights_(dear ? planes.knights() : 0),
        occupied_(planes.occupied() & ~gone) {
    look();
  }

  /// Removes the least valuable attacker of the colour and returns its type; no_type if there is
  /// none. Among equals it takes the lowest square, since the pieces behind them may differ.
  chess::PieceType take_least(chess::Color color) {
    using namespace chess;
    const Bits own = attackers_ & planes_.of(color);
    if (own == 0) return no_type;
    PieceType least = king;
    Bits squares = own & planes_.kings();
    const auto prefer = [&](PieceType type, Bits those) {
      if ((own & those) == 0) return;
      least = type;
      squares = own & those;
    };
    prefer(queen, planes_.diagonal_sliders() & planes_.orthogonal);
    prefer(knight, dear_knights_);
    prefer(rook, planes_.orthogonal_sliders() & ~planes_.diagonal);
    prefer(bishop, planes_.diagonal_sliders() & ~planes_.orthogonal);
    prefer(knight, planes_.knights() & ~dear_knights_);
    prefer(pawn, planes_.pawns());
    occupied_ ^= bit(first_square(squares));
    look();
    return least;
  }

  /// Whether the colour still attacks the square.
  bool any(chess::Color color) const { return attackers_ & planes_.of(color); }

 private:
  void look() { attackers_ = chess::attackers<SlidersFor<Planes>>(planes_, target_, occupied_); }

  const Planes& planes_;
  const chess::Square target_;
  const chess::Bits dear_knights_;
  chess::Bits occupied_;
  chess::Bits attackers_ = 0;
};

/// What the move gains, in `values`, if both sides then capture on its square as long as it pays,
/// the least valuable piece first (the swap-off of Slate and Atkin's Chess 4.5, 1977). Pins do not
/// matter and later promotions are not counted. Castling gains 0. The king is worth 0.
template <chess::AnyChessPosition P>
Value see(const P& position, chess::Move move) {
  using namespace chess;
  if (move.is_castle()) return 0;
  Color side = position.side_to_move();
  const auto values = [&](PieceType type) { return piece_value(position, type); };
  const auto& planes = planes_of(position);
  Attackers attackers(planes, move.to(), bit(move.from()) | bit(move.captured_on()),
                      values(knight) >= values(rook));

  // gains[i]: what the i-th capture wins at once, less what has been won before it.
  std::array<Value, 33> gains;
  int last = 0;
  gains[0] = move.is_capture() ? values(type_of(position.piece_on(move.captured_on()))) : 0;
  PieceType standing = type_of(position.piece_on(move.from()));
  if (move.is_promotion()) {
    gains[0] += values(move.promoted()) - values(pawn);
    standing = move.promoted();
  }
  while (standing != king) {
    side = !side;
    const PieceType capturer = attackers.take_least(side);
    if (capturer == no_type || (capturer == king && attackers.any(!side))) break;
    ++last;
    gains[static_cast<std::size_t>(last)] =
        values(standing) - gains[static_cast<std::size_t>(last) - 1];
    standing = capturer;
  }
  for (; last > 0; --last) {
    const auto i = static_cast<std::size_t>(last);
    gains[i - 1] = -std::max(-gains[i - 1], gains[i]);
  }
  return gains[0];
}

/// Whether see() is below 0. A capture of a piece of at least equal value needs no exchange.
template <chess::AnyChessPosition P>
bool see_below_zero(const P& position, chess::Move move) {
  if (move.is_capture() && !move.is_promotion() &&
      piece_value(position, chess::type_of(position.piece_on(move.captured_on()))) >=
          piece_value(position, chess::type_of(position.piece_on(move.from()))))
    return false;
  return see(position, move) < 0;
}

}  // namespace plylab::search
