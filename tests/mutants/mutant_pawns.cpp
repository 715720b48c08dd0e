// The moves of pawns.
#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {

void Mutant::pawn_moves(Square from, std::vector<Move>& list) const {
  const Square one = step(from, forward(side_));
  if (one != no_square) {
    const bool takes_straight = has(Fault::pawn_captures_straight) && holds(one, !side_);
    if (squares_[one] == no_piece || takes_straight) pawn_to(from, one, takes_straight, list);
    double_step(from, list);
    pawn_captures(from, list);
  }
  const Square back = step(from, -forward(side_));
  if (has(Fault::pawn_goes_backward) && back != no_square && squares_[back] == no_piece)
    list.push_back({from, back});
}

void Mutant::double_step(Square from, std::vector<Move>& list) const {
  if (has(Fault::double_step_missing_for_black) && side_ == black) return;
  const int rank = rank_for(side_, from);
  if (rank != 1 && !has(Fault::double_step_from_any_rank) &&
      !(rank == 2 && has(Fault::double_step_from_third_rank)))
    return;
  const Square one = step(from, forward(side_));
  const Square two = step(one, forward(side_));
  if (two == no_square) return;
  if (squares_[one] != no_piece && !has(Fault::double_step_over_piece)) return;
  if (squares_[two] != no_piece && !has(Fault::double_step_onto_piece)) return;
  list.push_back({from, two, Deed::double_step});
  if (has(Fault::double_step_listed_twice)) list.push_back(list.back());
}

void Mutant::pawn_captures(Square from, std::vector<Move>& list) const {
  const bool on_edge = file_of(from) == 0 || file_of(from) == 7;
  if (on_edge && has(Fault::pawn_on_edge_cannot_capture)) return;
  for (const int side : {-1, 1}) {
    const Direction direction = {side, forward(side_).rank};
    en_passant(from, direction, list);
    if (has(Fault::black_pawn_captures_one_side_only) && side_ == black && side == 1) continue;
    const bool wraps =
        has(side == -1 ? Fault::pawn_capture_wraps_to_h_file : Fault::pawn_capture_wraps_to_a_file);
    const Square to = wraps ? step_without_edges(from, direction) : step(from, direction);
    if (to == no_square) continue;
    if (holds(to, !side_) || (holds(to, side_) && has(Fault::pawn_captures_own)) ||
        (squares_[to] == no_piece && to != en_passant_ && has(Fault::pawn_captures_nothing)))
      pawn_to(from, to, true, list);
  }
}

/// Adds a pawn's move, or its promotions.
void Mutant::pawn_to(Square from, Square to, bool capture, std::vector<Move>& list) const {
  const int first_to_promote = has(Fault::promotion_one_rank_early) ? 6 : 7;
  const bool forgotten = has(Fault::promotion_for_black_missing) && side_ == black;
  if (rank_for(side_, to) < first_to_promote || forgotten) {
    list.push_back({from, to});
    return;
  }
  if (capture && has(Fault::promotion_by_capture_missing)) return;
  const auto promote = [&](PieceType type) { list.push_back({from, to, Deed::plain, type}); };
  if (has(Fault::promotion_to_queen_only) ||
      (capture && has(Fault::promotion_by_capture_to_queen_only))) {
    promote(queen);
    return;
  }
  if (!has(Fault::promotion_to_knight_missing)) promote(knight);
  if (!has(Fault::promotion_to_bishop_missing)) promote(bishop);
  if (!has(Fault::promotion_to_rook_missing)) promote(rook);
  if (!has(Fault::promotion_to_queen_missing)) promote(queen);
  if (has(Fault::promotion_listed_twice)) promote(queen);
  if (has(Fault::promotion_to_king)) promote(king);
  if (has(Fault::promotion_to_pawn)) promote(pawn);
}

void Mutant::en_passant(Square from, Direction direction, std::vector<Move>& list) const {
  if (en_passant_ == no_square || has(Fault::ep_forgotten)) return;
  if (has(Fault::ep_for_black_forgotten) && side_ == black) return;
  const bool on_edge = file_of(from) == 0 || file_of(from) == 7;
  if (on_edge && has(Fault::ep_by_edge_pawn_forgotten)) return;
  Square to = step(from, direction);
  if (to == no_square && has(Fault::ep_wraps))
    to = make_square((file_of(from) + direction.file) & 7, rank_of(from) + direction.rank);
  if (to == no_square) return;
  // On its own fifth rank a pawn stands beside one that has just passed.
  if (has(Fault::ep_never_cleared) && rank_for(side_, from) != 4) return;
  const bool meets = has(Fault::ep_on_any_rank)
                         ? file_of(to) == file_of(en_passant_) && squares_[to] == no_piece
                         : to == en_passant_;
  if (!meets) return;
  if (has(Fault::ep_by_one_pawn_only) && direction.file == -1) {
    const Square other = step(to, {-1, -direction.rank});
    if (other != no_square && squares_[other] == make_piece(side_, pawn)) return;
  }
  list.push_back({from, to, Deed::en_passant});
  if (has(Fault::ep_listed_twice)) list.push_back(list.back());
}

}  // namespace plylab::chess::mutants
