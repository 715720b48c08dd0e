// The moves of kings, queens, rooks, bishops and knights.
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

void Mutant::piece_moves(Square from, std::vector<Move>& list) const {
  const PieceType type = type_on(from);
  if (type == knight || type == king) {
    for (const Direction d : type == knight ? jumps : all_directions)
      if (!lacks(from, d)) add_step(from, next(type, from, d), list);
    return;
  }
  if (type != bishop)
    for (const Direction d : straights) slide(from, d, list);
  if (type != rook)
    for (const Direction d : diagonals) slide(from, d, list);
  if (type == queen && has(Fault::queen_listed_twice))
    for (const Direction d : straights) slide(from, d, list);
}

void Mutant::slide(Square from, Direction direction, std::vector<Move>& list) const {
  if (lacks(from, direction)) return;
  const PieceType type = type_on(from);
  int steps = 0;
  for (Square to = next(type, from, direction); to != no_square; to = next(type, to, direction)) {
    if (stops_short(type) && next(type, to, direction) == no_square) return;
    if (has(Fault::slider_goes_six_squares) && ++steps > 6) return;
    add_step(from, to, list);
    if (squares_[to] == no_piece) continue;
    const bool own = color_of(squares_[to]) == side_;
    if (!has(own ? Fault::slider_jumps_over_own : Fault::slider_jumps_over_enemy)) return;
  }
}

void Mutant::add_step(Square from, Square to, std::vector<Move>& list) const {
  if (to == no_square) return;
  const PieceType type = type_on(from);
  if (holds(to, side_) && !captures_own(type)) return;
  const bool slides = type != knight && type != king;
  if (holds(to, !side_) && slides && has(Fault::slider_cannot_capture)) return;
  list.push_back({from, to});
}

/// The next square for a piece of that type, from which it may still be on its way.
Square Mutant::next(PieceType type, Square from, Direction direction) const {
  const bool wraps =
      (type == knight && has(Fault::knight_wraps)) || (type == king && has(Fault::king_wraps)) ||
      (type == bishop && has(Fault::bishop_wraps)) || (type == rook && has(Fault::rook_wraps));
  return wraps ? step_without_edges(from, direction) : step(from, direction);
}

/// The holes in the tables of directions.
bool Mutant::lacks(Square from, Direction direction) const {
  const PieceType type = type_on(from);
  switch (fault_) {
    case Fault::knight_lacks_jump:
      return type == knight && direction == Direction{-1, -2};
    case Fault::knight_on_a1_lacks_jump:
      return type == knight && from == a1 && direction == Direction{2, 1};
    case Fault::knight_on_h8_lacks_jump:
      return type == knight && from == h8 && direction == Direction{-2, -1};
    case Fault::king_lacks_direction:
      return type == king && direction == Direction{-1, -1};
    case Fault::king_on_h1_lacks_direction:
      return type == king && from == h1 && direction == Direction{-1, 1};
    case Fault::queen_lacks_falling_diagonals:
      return type == queen && direction.file == -direction.rank;
    case Fault::queen_lacks_straight_back:
      return type == queen && direction == -forward(side_);
    case Fault::black_bishop_lacks_direction:
      return squares_[from] == black_bishop && direction == Direction{1, 1};
    default:
      return false;
  }
}

/// Whether pieces of that type do not reach the edge of the board.
bool Mutant::stops_short(PieceType type) const {
  return (type == bishop && has(Fault::bishop_stops_short)) ||
         (type == rook && has(Fault::rook_stops_short)) ||
         (type == queen && has(Fault::queen_stops_short));
}

bool Mutant::captures_own(PieceType type) const {
  if (type == knight) return has(Fault::knight_captures_own);
  return type != king && has(Fault::slider_captures_own);
}

}  // namespace plylab::chess::mutants
