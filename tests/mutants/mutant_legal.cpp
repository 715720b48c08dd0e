// Which of the moves that the pieces can make are legal: pins, answers to checks, the king's
// safety.
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

bool Mutant::legal(const Move& move, const Danger& danger) const {
  // Castling has been found safe before it was listed. Only a fault takes a king off the board.
  if (danger.king == no_square || move.deed == Deed::castling) return true;
  if (move.from == danger.king) return king_step_is_safe(move, danger);
  if (move.deed == Deed::en_passant) return en_passant_is_safe(move, danger);
  return answers_check(move, danger) && respects_pin(move, danger);
}

bool Mutant::king_step_is_safe(const Move& move, const Danger& danger) const {
  const bool captures = holds(move.to, !side_);
  if (has(Fault::king_takes_protected) && captures) return true;
  if (has(Fault::king_cannot_take_checker) && danger.checkers[move.to]) return false;
  Squares without = squares_;
  if (!has(Fault::king_retreats_along_line)) without[danger.king] = no_piece;
  SquareSet from = attackers(without, move.to, !side_);
  if (has(Fault::king_ignores_pawns))
    for (std::size_t s = 0; s < 64; ++s)
      if (squares_[s] == make_piece(!side_, pawn)) from.reset(s);
  return from.none();
}

/// Looks at the board after the capture: two pieces leave it at once, which no pin foresees.
bool Mutant::en_passant_is_safe(const Move& move, const Danger& danger) const {
  if (has(Fault::ep_as_answer_forgotten) && danger.checkers.any()) return false;
  const Square king = danger.king;
  if (has(Fault::ep_refused_on_kings_rank) && rank_of(king) == rank_of(move.from))
    for (int file = 0; file < 8; ++file) {
      const Piece piece = squares_[make_square(file, rank_of(king))];
      if (piece == make_piece(!side_, rook) || piece == make_piece(!side_, queen)) return false;
    }
  Squares after = squares_;
  after[victim_square(move)] = no_piece;
  after[move.to] = after[move.from];
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
  if (has(Fault::check_not_blocked_by_double_step) && move.deed == Deed::double_step) return false;
  if (has(Fault::check_not_answered_by_promotion) && move.promoted != no_type) return false;
  return danger.answers[move.to];
}

bool Mutant::respects_pin(const Move& move, const Danger& danger) const {
  const Direction line = danger.pins[move.from];
  if (line == Direction{}) return true;
  const PieceType type = type_on(move.from);
  const bool captures = holds(move.to, !side_);
  const bool stays = on_line(danger.king, move.to, line);
  switch (fault_) {
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
