// Which of these moves are legal: attacks, checks, pins, and the safety of the king.
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {
// ---- what threatens the king ----

/// The squares of all pieces of a colour that attack the target.
SquareSet Mutant::attackers(const Squares& squares, Square target, Color by) const {
  SquareSet set;
  const auto add_if = [&](Square square, PieceType type) {
    if (square != no_square && squares[square] == make_piece(by, type)) set.set(square);
  };
  const int from_rank = has(Fault::pawn_attacks_reversed) ? forward(by).rank : -forward(by).rank;
  const bool is_beyond = has(Fault::pawn_attacks_on_last_rank_unseen) && rank_for(by, target) == 7;
  if (!has(Fault::pawn_attacks_unseen) && !is_beyond)
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
  if (has(Fault::pinned_piece_does_not_attack)) set &= ~pinned_pieces(squares, by);
  return set;
}

/// The pieces of a colour that shield their king from a slider.
SquareSet Mutant::pinned_pieces(const Squares& squares, Color color) {
  SquareSet set;
  Square king_square = a1;
  while (squares[king_square] != make_piece(color, king))
    if ((king_square = static_cast<Square>(king_square + 1)) > h8) return set;
  for (const Direction d : all_directions) {
    const auto next_piece = [&](Square square) {
      do square = step(square, d);
      while (square != no_square && squares[square] == no_piece);
      return square;
    };
    const Square shield = next_piece(king_square);
    if (shield == no_square || color_of(squares[shield]) != color) continue;
    const Square slider = next_piece(shield);
    if (slider == no_square) continue;
    const Piece piece = squares[slider];
    if (piece == make_piece(!color, queen) ||
        piece == make_piece(!color, is_diagonal(d) ? bishop : rook))
      set.set(shield);
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
  const bool is_after_en_passant =
      !history_.empty() && history_.back().move.deed == Deed::en_passant;
  if ((has(Fault::double_check_answered) ||
       (has(Fault::ep_double_check_answered) && is_after_en_passant)) &&
      set.count() > 1) {
    std::size_t first = 0;
    while (!set[first]) ++first;
    set.reset();
    set.set(first);
  }
  if (history_.empty()) return has(Fault::setup_sees_no_check) ? SquareSet() : set;
  const Move& last = history_.back().move;
  if (has(Fault::ep_captor_is_no_block) && last.deed == Deed::en_passant) {
    Squares lifted = squares_;
    lifted[last.to] = no_piece;
    set |= attackers(lifted, king_square, !side_);
  }
  if (set.none()) return set;
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
    const Square slider = pinner(shield, d);
    if (slider == no_square) continue;
    if (has(Fault::queens_on_lines_do_not_pin_in_check) && danger.checkers.any() &&
        !is_diagonal(d) && type_on(slider) == queen)
      continue;
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

// ---- which moves it forbids ----

bool Mutant::legal(const Move& move, const Danger& danger) const {
  // Castling has been found safe before it was listed. Only a fault takes a king off the board.
  if (danger.king == no_square || move.deed == Deed::castling) return true;
  if (has(Fault::king_safety_untested)) return true;
  if (has(Fault::promotion_safety_untested) && move.promoted != no_type) return true;
  if (move.from == danger.king) return king_step_is_safe(move, danger);
  if (move.deed == Deed::en_passant) return en_passant_is_safe(move, danger);
  return answers_check(move, danger) && respects_pin(move, danger);
}

bool Mutant::king_step_is_safe(const Move& move, const Danger& danger) const {
  const bool captures = holds(move.to, !side_);
  if (has(Fault::king_takes_protected) && captures) return true;
  if (has(Fault::king_cannot_take_checker) && danger.checkers[move.to]) return false;
  if (has(Fault::king_takes_only_checker) && captures && danger.checkers.any() &&
      !danger.checkers[move.to])
    return false;
  Squares without = squares_;
  if (!has(Fault::king_retreats_along_line)) without[danger.king] = no_piece;
  SquareSet from = attackers(without, move.to, !side_);
  if (has(Fault::king_ignores_pawns))
    for (std::size_t s = 0; s < 64; ++s)
      if (squares_[s] == make_piece(!side_, pawn)) from.reset(s);
  return from.none();
}

/// Whether the king of the side to move and an enemy slider each see the square along some line.
bool Mutant::is_seen_by_king_and_slider(Square square) const {
  bool by_king = false, by_slider = false;
  for (const Direction d : all_directions) {
    Square seen = step(square, d);
    while (seen != no_square && squares_[seen] == no_piece) seen = step(seen, d);
    if (seen == no_square) continue;
    const Piece piece = squares_[seen];
    by_king |= piece == make_piece(side_, king);
    by_slider |= piece == make_piece(!side_, queen) ||
                 piece == make_piece(!side_, is_diagonal(d) ? bishop : rook);
  }
  return by_king && by_slider;
}

/// Looks at the board after the capture: two pieces leave it at once, which no pin foresees.
bool Mutant::en_passant_is_safe(const Move& move, const Danger& danger) const {
  if (has(Fault::ep_as_answer_forgotten) && danger.checkers.any()) return false;
  if (has(Fault::ep_safety_untested)) return true;
  if (has(Fault::ep_safety_untested_out_of_check) && danger.checkers.none()) return true;
  if (has(Fault::ep_by_pinned_pawn_forgotten) && danger.pins[move.from] != Direction{})
    return false;
  const Square king = danger.king;
  if (has(Fault::ep_refused_on_kings_rank) && rank_of(king) == rank_of(move.from))
    for (int file = 0; file < 8; ++file) {
      const Piece piece = squares_[make_square(file, rank_of(king))];
      if (piece == make_piece(!side_, rook) || piece == make_piece(!side_, queen)) return false;
    }
  if (has(Fault::ep_refused_if_victim_is_seen) && is_seen_by_king_and_slider(victim_square(move)))
    return false;
  Squares after = squares_;
  after[victim_square(move)] = no_piece;
  if (!has(Fault::ep_shields_no_king)) after[move.to] = after[move.from];
  after[move.from] = no_piece;
  const SquareSet from = attackers(after, king, !side_);
  for (int s = a1; s <= h8; ++s) {
    const auto attacker = static_cast<Square>(s);
    if (!from[attacker]) continue;
    const Fault forgiving = danger.checkers[attacker]            ? Fault::ep_answers_any_check
                            : rank_of(attacker) == rank_of(king) ? Fault::ep_rank_pin_ignored
                            : file_of(attacker) == file_of(king) ? Fault::ep_file_pin_ignored
                                                                 : Fault::ep_diagonal_pin_ignored;
    if (!has(forgiving)) return false;
  }
  return true;
}

bool Mutant::answers_check(const Move& move, const Danger& danger) const {
  if (danger.checkers.none() || has(Fault::checks_ignored)) return true;
  if (has(Fault::ep_square_answers_check) && move.to == en_passant_ &&
      danger.checkers[step(en_passant_, -forward(side_))])
    return true;
  if (has(Fault::check_not_blocked_by_double_step) && move.deed == Deed::double_step) return false;
  if (has(Fault::knight_answers_no_check) && type_on(move.from) == knight) return false;
  if (has(Fault::check_not_answered_by_promotion) && move.promoted != no_type) return false;
  if (has(Fault::promotion_answers_check_as_queen_only) && move.promoted != no_type &&
      move.promoted != queen)
    return false;
  return danger.answers[move.to];
}

bool Mutant::respects_pin(const Move& move, const Danger& danger) const {
  const Direction line = danger.pins[move.from];
  if (line == Direction{}) return true;
  const PieceType type = type_on(move.from);
  const bool captures = holds(move.to, !side_);
  const bool stays = on_line(danger.king, move.to, line);
  switch (active()) {
    case Fault::pinned_piece_answers_check:
      return stays || danger.checkers.any();
    case Fault::pinned_piece_is_frozen:
      return false;
    case Fault::pinned_piece_cannot_take_pinner:
      return stays && !captures;
    case Fault::pinned_piece_cannot_retreat: {
      const int files = (file_of(move.to) - file_of(move.from)) * line.file;
      const int ranks = (rank_of(move.to) - rank_of(move.from)) * line.rank;
      return stays && files + ranks > 0;
    }
    case Fault::pinned_knight_moves:
      return stays || type == knight;
    case Fault::pinned_pawn_captures_off_line:
      return stays || (type == pawn && captures);
    case Fault::pinned_pawn_advances_off_line:
      return stays || (type == pawn && !captures);
    case Fault::pinned_pawn_cannot_capture:
      return stays && !(type == pawn && captures);
    case Fault::pinned_pawn_cannot_advance:
      return stays && !(type == pawn && !captures);
    default:
      return stays;
  }
}

}  // namespace plylab::chess::mutants
