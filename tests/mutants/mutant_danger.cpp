// What threatens the king: attacks, checks, pins.
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

/// The squares of all pieces of a colour that attack the target.
SquareSet Mutant::attackers(const Squares& squares, Square target, Color by) const {
  SquareSet set;
  const auto add_if = [&](Square square, PieceType type) {
    if (square != no_square && squares[square] == make_piece(by, type)) set.set(square);
  };
  const int from_rank = has(Fault::pawn_attacks_reversed) ? forward(by).rank : -forward(by).rank;
  if (!has(Fault::pawn_attacks_unseen))
    for (const int side : {-1, 1}) add_if(step(target, {side, from_rank}), pawn);
  if (!has(Fault::knight_attacks_unseen))
    for (const Direction d : jumps) add_if(step(target, d), knight);
  for (const Direction d : all_directions) {
    Square square = step(target, d);
    if (!has(Fault::king_touches_king)) add_if(square, king);
    const auto passed = [&](Piece piece) {
      return piece == no_piece ||
             (type_of(piece) == pawn && has(Fault::attacks_pass_through_pawns));
    };
    while (square != no_square && passed(squares[square])) square = step(square, d);
    if (square != no_square && color_of(squares[square]) == by &&
        slider_attacks(type_of(squares[square]), d))
      set.set(square);
  }
  return set;
}

bool Mutant::slider_attacks(PieceType type, Direction direction) const {
  if (has(is_diagonal(direction) ? Fault::diagonal_attacks_unseen : Fault::straight_attacks_unseen))
    return false;
  if (type == queen) return !has(Fault::queen_attacks_unseen);
  return type == (is_diagonal(direction) ? bishop : rook);
}

Mutant::Danger Mutant::danger() const {
  Danger danger;
  danger.king = find_king(side_);
  if (danger.king == no_square) return danger;
  danger.checkers = checkers(danger.king);
  if (danger.checkers.count() == 1)
    for (int s = a1; s <= h8; ++s)
      if (danger.checkers[static_cast<std::size_t>(s)])
        danger.answers = answers(danger.king, static_cast<Square>(s));
  find_pins(danger);
  return danger;
}

/// The pieces that are taken to give check.
SquareSet Mutant::checkers(Square king_square) const {
  SquareSet set = attackers(squares_, king_square, !side_);
  if (has(Fault::double_check_answered) && set.count() > 1) {
    std::size_t first = 0;
    while (!set[first]) ++first;
    set.reset();
    set.set(first);
  }
  if (history_.empty() || set.none()) return set;
  const Move& last = history_.back().move;
  const bool castled = last.deed == Deed::castling;
  SquareSet moved;
  moved.set(castled ? rook_goal(!side_, castling_side_of(last)) : last.to);
  if (has(Fault::discovered_check_unseen)) set &= moved;
  if (has(Fault::ep_check_unseen) && last.deed == Deed::en_passant) set &= moved;
  if (has(Fault::check_by_castling_unseen) && castled) set &= ~moved;
  if (has(Fault::check_by_promotion_unseen) && last.promoted != no_type) set &= ~moved;
  return set;
}

/// Where another piece than the king answers the only check: on the checker's square, or between.
SquareSet Mutant::answers(Square king_square, Square checker) const {
  SquareSet set;
  if (!has(Fault::checker_cannot_be_taken)) set.set(checker);
  const PieceType type = type_on(checker);
  if (type == pawn || type == knight || has(Fault::check_cannot_be_blocked)) return set;
  for (const Direction d : all_directions) {
    SquareSet way;
    Square square = step(king_square, d);
    for (; square != no_square && square != checker; square = step(square, d)) way.set(square);
    if (square == no_square) continue;
    set |= way;
    if (!has(Fault::check_blocked_behind_king)) continue;
    for (square = step(king_square, -d); square != no_square; square = step(square, -d))
      set.set(square);
  }
  return set;
}

void Mutant::find_pins(Danger& danger) const {
  if (has(Fault::pins_forgotten)) return;
  for (const Direction d : all_directions) {
    if (line_is_forgotten(d)) continue;
    Square shield = step(danger.king, d);
    if (!has(Fault::pins_from_afar_forgotten))
      while (shield != no_square && squares_[shield] == no_piece) shield = step(shield, d);
    if (shield == no_square || !holds(shield, side_)) continue;
    if (pinner(shield, d) == no_square) continue;
    danger.pins[shield] = d;
    if (has(Fault::second_pin_forgotten)) return;
  }
}

bool Mutant::line_is_forgotten(Direction direction) const {
  if (is_diagonal(direction))
    return has(direction.file == direction.rank ? Fault::pins_on_rising_diagonals_forgotten
                                                : Fault::pins_on_falling_diagonals_forgotten);
  return has(direction.file == 0 ? Fault::pins_on_files_forgotten : Fault::pins_on_ranks_forgotten);
}

/// The slider that pins the piece on this square, or no_square.
Square Mutant::pinner(Square pinned, Direction direction) const {
  bool second_piece_passed = false;
  for (Square s = step(pinned, direction); s != no_square; s = step(s, direction)) {
    if (squares_[s] == no_piece) continue;
    if (holds(s, !side_) && pins_along(type_on(s), direction)) return s;
    const bool passed = holds(s, side_) ? has(Fault::pins_through_second_piece)
                                        : has(Fault::pins_through_enemy_piece);
    if (!passed || second_piece_passed) return no_square;
    second_piece_passed = true;
  }
  return no_square;
}

bool Mutant::pins_along(PieceType slider, Direction direction) const {
  switch (slider) {
    case bishop:
      return !has(Fault::pins_by_bishops_forgotten) &&
             (is_diagonal(direction) || has(Fault::pins_by_any_slider));
    case rook:
      return !has(Fault::pins_by_rooks_forgotten) &&
             (!is_diagonal(direction) || has(Fault::pins_by_any_slider));
    case queen:
      return !has(Fault::pins_by_queens_forgotten);
    default:
      return false;
  }
}

}  // namespace plylab::chess::mutants
