// Static exchange evaluation: what a capture gains if both sides go on capturing on its square.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "gen/chess/chess_position.h"
#include "search/evaluation.h"

namespace plylab::search {

/// The men that attack a square, by colour, and those behind them on the same line: enough to play
/// an exchange through. It knows the board by piece_on() alone and so works for every generator.
template <chess::ChessPosition P>
class Attackers {
  using Square = chess::Square;
  using Piece = chess::Piece;

 public:
  /// `vacated` is the square that the first capturer has left, and `also` one more (the pawn taken
  /// e.p.), or no_square.
  Attackers(const P& position, Square target, Square vacated, Square also)
      : position_(position), target_(target), vacated_(vacated), also_(also) {
    for (std::size_t i = 0; i < directions.size(); ++i) advance(i);
    for (std::size_t i = 0; i < jumps.size(); ++i) {
      const Piece piece =
          on(chess::file_of(target) + jumps[i][0], chess::rank_of(target) + jumps[i][1]);
      if (chess::type_of(piece) == chess::knight) ++knights_[chess::index(chess::color_of(piece))];
    }
  }

  /// Takes the least valuable attacker of the colour off and gives its type; no_type if there is
  /// none. Among equals that of the lowest square goes, since what stands behind them may differ.
  chess::PieceType take_least(chess::Color color) {
    using namespace chess;
    std::size_t best = directions.size();
    for (std::size_t i = 0; i < directions.size(); ++i)
      if (heads_[i] != no_piece && color_of(heads_[i]) == color &&
          (best == directions.size() || comes_before(i, best)))
        best = i;
    const bool found = best < directions.size();
    if (knights_[chess::index(color)] > 0 &&
        (!found || grade(knight) < grade(type_of(heads_[best])))) {
      --knights_[chess::index(color)];
      return knight;
    }
    if (!found) return no_type;
    const PieceType type = type_of(heads_[best]);
    advance(best);
    return type;
  }

  /// Whether the colour still attacks the square.
  bool any(chess::Color color) const {
    return knights_[chess::index(color)] > 0 ||
           std::any_of(heads_.begin(), heads_.end(), [&](Piece piece) {
             return piece != chess::no_piece && chess::color_of(piece) == color;
           });
  }

 private:
  static constexpr std::array<std::array<int, 2>, 8> directions{
      {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
  static constexpr std::array<std::array<int, 2>, 8> jumps{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

  bool comes_before(std::size_t a, std::size_t b) const {
    const int grade_a = grade(chess::type_of(heads_[a])),
              grade_b = grade(chess::type_of(heads_[b]));
    const auto offset = [&](std::size_t i) {
      return reached_[i] * (directions[i][0] + 8 * directions[i][1]);
    };
    return grade_a != grade_b ? grade_a < grade_b : offset(a) < offset(b);
  }

  Piece on(int file, int rank) const {
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return chess::no_piece;
    const Square square = chess::make_square(file, rank);
    return square == vacated_ || square == also_ ? chess::no_piece : position_.piece_on(square);
  }

  /// Whether the piece, `distance` steps off in a direction, attacks back along it.
  static bool reaches(Piece piece, std::size_t direction, int distance) {
    using namespace chess;
    const bool straight = direction < 4;
    switch (type_of(piece)) {
      case queen:
        return true;
      case rook:
        return straight;
      case bishop:
        return !straight;
      case king:
        return distance == 1;
      case pawn:  // stands a rank before the target, from its own side
        return distance == 1 && !straight &&
               directions[direction][1] == (color_of(piece) == white ? -1 : 1);
      default:
        return false;
    }
  }

  /// Finds the next attacker in a direction.
  void advance(std::size_t direction) {
    heads_[direction] = chess::no_piece;
    const auto [files, ranks] = directions[direction];
    for (int distance = reached_[direction] + 1; distance < 8; ++distance) {
      const int file = chess::file_of(target_) + distance * files;
      const int rank = chess::rank_of(target_) + distance * ranks;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
      const Piece piece = on(file, rank);
      if (piece == chess::no_piece) continue;
      if (!reaches(piece, direction, distance)) {
        reached_[direction] = 8;
        return;
      }
      heads_[direction] = piece;
      reached_[direction] = distance;
      return;
    }
  }

  const P& position_;
  Square target_, vacated_, also_;
  std::array<Piece, 8> heads_{};
  std::array<int, 8> reached_{};
  std::array<int, 2> knights_{};
};

/// What the move gains, in `values`, if both sides then capture on its square as long as it pays,
/// the least valuable man first (the swap-off of Slate and Atkin's Chess 4.5, 1977). Pins do not
/// matter and later promotions are not counted. Castling gains 0. The king is worth 0.
template <Value (*values)(chess::PieceType) = worth, chess::ChessPosition P>
Value exchange(const P& position, chess::Move move) {
  using namespace chess;
  if (move.is_castle()) return 0;
  const Square target = move.to();
  Color side = position.side_to_move();
  Attackers<P> attackers(position, target, move.from(),
                         move.is_en_passant() ? move.captured_on() : no_square);

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

}  // namespace plylab::search
