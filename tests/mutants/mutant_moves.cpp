// The moves that the pieces can make, whether the king is safe or not.
#include <algorithm>

#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {
// ---- kings, queens, rooks, bishops and knights ----

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
    ++steps;
    if (has(Fault::slider_goes_six_squares) && steps > 6) return;
    if (steps == 7 && is_diagonal(direction) && misses_far_corner(type) && squares_[to] == no_piece)
      return;
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
  switch (active()) {
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

/// Whether pieces of that type do not go from corner to corner.
bool Mutant::misses_far_corner(PieceType type) const {
  return (type == bishop && has(Fault::bishop_misses_far_corner)) ||
         (type == queen && has(Fault::queen_misses_far_corner));
}

bool Mutant::captures_own(PieceType type) const {
  if (type == knight) return has(Fault::knight_captures_own);
  return type != king && has(Fault::slider_captures_own);
}

// ---- pawns ----

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
      !(rank == 2 && has(Fault::double_step_from_third_rank)) &&
      !(rank == 2 && has(Fault::setup_frees_pawns) && is_from_fen(from)))
    return;
  const Square one = step(from, forward(side_));
  const Square two = step(one, forward(side_));
  if (two == no_square) return;
  if (squares_[one] != no_piece && !has(Fault::double_step_over_piece)) return;
  if (squares_[two] != no_piece && !has(Fault::double_step_onto_piece)) return;
  list.push_back({from, two, Deed::double_step});
  if (has(Fault::double_step_listed_twice)) list.push_back(list.back());
}

/// Whether the pawn has not moved since the position was set up.
bool Mutant::is_from_fen(Square pawns_square) const {
  return std::ranges::none_of(history_,
                              [&](const Undo& undo) { return undo.move.to == pawns_square; });
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
    if (file_of(to) == 7 && has(Fault::pawn_capture_to_h_file_missing)) continue;
    if (holds(to, !side_) || (holds(to, side_) && has(Fault::pawn_captures_own)) ||
        (squares_[to] == no_piece && to != en_passant_ && has(Fault::pawn_captures_nothing)))
      pawn_to(from, to, true, list);
  }
}

/// Adds a pawn's move, or its promotions.
void Mutant::pawn_to(Square from, Square to, bool capture, std::vector<Move>& list) const {
  const int first_to_promote = has(Fault::promotion_one_rank_early) ? 6 : 7;
  const bool forgotten = has(Fault::promotion_for_black_missing) && side_ == black;
  const bool takes_checker = has(Fault::promotion_lost_taking_checking_knight) &&
                             type_on(to) == knight && checkers(find_king(side_))[to];
  if (rank_for(side_, to) < first_to_promote || forgotten || takes_checker) {
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
  const bool two_only = has(Fault::promotion_to_queen_or_knight_only);
  if (!has(Fault::promotion_to_knight_missing)) promote(knight);
  if (!two_only && !has(Fault::promotion_to_bishop_missing)) promote(bishop);
  if (!two_only && !has(Fault::promotion_to_rook_missing)) promote(rook);
  if (!has(Fault::promotion_to_queen_missing)) promote(queen);
  if (has(Fault::promotion_listed_twice)) promote(queen);
  if (has(Fault::promotion_to_king)) promote(king);
  if (has(Fault::promotion_to_pawn)) promote(pawn);
}

void Mutant::en_passant(Square from, Direction direction, std::vector<Move>& list) const {
  if (en_passant_ == no_square || has(Fault::ep_forgotten)) return;
  if (has(Fault::ep_for_black_forgotten) && side_ == black) return;
  if (has(Fault::ep_by_every_pawn)) {  // once, not for each direction
    if (direction.file == 1) list.push_back({from, en_passant_, Deed::en_passant});
    return;
  }
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

// ---- castling, by the rules of Chess960, of which those of standard chess are a case ----

namespace {

/// The squares from one to the other of the same rank, both included.
std::vector<Square> squares_between(Square from, Square to) {
  const Direction towards = {to < from ? -1 : 1, 0};
  std::vector<Square> way{from};
  while (from != to) way.push_back(from = step(from, towards));
  return way;
}

}  // namespace

void Mutant::castle(CastlingSide castling_side, std::vector<Move>& list) const {
  const Square rook_square = right_for(castling_side);
  const Square king_square = find_king(side_);
  if (rook_square == no_square || king_square == no_square) return;
  if (rank_of(king_square) != rank_of(rook_square)) return;
  if (rook_must_be_there() && squares_[rook_square] != make_piece(side_, rook)) return;
  if (has(Fault::returned_king_castles) && king_square != king_home_[index(side_)]) return;
  if (has(Fault::black_long_castling_missing) && side_ == black &&
      castling_side == CastlingSide::queenside)
    return;
  if (has(Fault::c960_king_on_e_file_only) && file_of(king_square) != 4) return;
  const Square goal = castled_king(side_, castling_side);
  if (has(Fault::c960_king_on_goal_forgotten) && king_square == goal) return;

  const CastlingWays ways = castling_ways(king_square, rook_square, castling_side);
  for (const Square square : ways.empty)
    if (squares_[square] != no_piece && square != king_square && square != rook_square &&
        !(has(Fault::castling_over_enemies) && holds(square, !side_)))
      return;
  const Square rooks_goal = castled_rook(side_, castling_side);
  if (has(Fault::c960_rook_on_goal_blocks) && squares_[rooks_goal] == make_piece(side_, rook))
    return;
  if (!castling_is_safe(ways, king_square, rook_square, castling_side)) return;
  list.push_back({king_square, rook_square, Deed::castling});
  if (has(Fault::castling_listed_twice)) list.push_back(list.back());
}

/// The rook that has the right to castle.
Square Mutant::right_for(CastlingSide castling_side) const {
  const auto& [queenside, kingside] = castling_[index(side_)];
  if (!has(Fault::castling_tests_other_right))
    return castling_side == CastlingSide::queenside ? queenside : kingside;
  const Square other = castling_side == CastlingSide::queenside ? kingside : queenside;
  if (other == no_square) return no_square;
  const Square corner =
      make_square(castling_side == CastlingSide::queenside ? 0 : 7, rank_of(other));
  return squares_[corner] == make_piece(side_, rook) ? corner : no_square;
}

/// The FIDE Laws of Chess, Guidelines II (Chess960): all squares from the king to its goal and from
/// the rook to its goal.
Mutant::CastlingWays Mutant::castling_ways(Square king_square, Square rook_square,
                                           CastlingSide castling_side) const {
  const int rank = rank_of(rook_square);
  const Square kings_goal = make_square(file_of(castled_king(side_, castling_side)), rank);
  const Square rooks_goal = make_square(file_of(castled_rook(side_, castling_side)), rank);
  const auto kings_way = squares_between(king_square, kings_goal);
  const auto rooks_way = squares_between(rook_square, rooks_goal);
  CastlingWays ways{{}, kings_way};
  if (!has(Fault::c960_kings_way_untested)) ways.empty = kings_way;
  if (!has(Fault::c960_rooks_way_untested))
    ways.empty.insert(ways.empty.end(), rooks_way.begin(), rooks_way.end());
  if (has(Fault::c960_standard_way))
    ways.empty = castling_side == CastlingSide::queenside
                     ? squares_between(make_square(1, rank), make_square(3, rank))
                     : squares_between(make_square(5, rank), make_square(6, rank));
  if (has(Fault::c960_way_between_men)) {
    ways.empty = squares_between(king_square, rook_square);
    ways.empty.insert(ways.empty.end(), {kings_goal, rooks_goal});
  }
  if (has(Fault::castling_over_pieces)) ways.empty.clear();
  if (has(Fault::castling_past_b_file)) std::erase(ways.empty, make_square(1, rank));
  if (has(Fault::c960_king_passes_two_squares)) {
    const Direction towards = {rook_square < king_square ? -1 : 1, 0};
    ways.safe = {king_square};
    for (int steps = 0; steps < 2 && ways.safe.back() != rook_square; ++steps)
      ways.safe.push_back(step(ways.safe.back(), towards));
  }
  if (has(Fault::castling_tests_other_way) && file_of(king_square) == 4)
    for (Square& square : ways.safe)
      if (square == rooks_goal) square = make_square(8 - file_of(square), rank);
  if (castling_side == CastlingSide::queenside && has(Fault::castling_needs_safe_b_file))
    ways.safe.insert(ways.safe.begin() + 1, make_square(1, rank));
  if (has(Fault::castling_needs_safe_rook)) ways.safe.insert(ways.safe.begin() + 1, rook_square);
  return ways;
}

bool Mutant::castling_is_safe(const CastlingWays& ways, Square king_square, Square rook_square,
                              CastlingSide castling_side) const {
  const auto attacked = [&](const Squares& squares, Square square) {
    SquareSet from = attackers(squares, square, !side_);
    if (has(Fault::castling_past_pawns))
      for (std::size_t s = 0; s < 64; ++s)
        if (squares[s] == make_piece(!side_, pawn)) from.reset(s);
    return from.any();
  };
  const Square goal = castled_king(side_, castling_side);
  for (const Square square : ways.safe) {
    if (square == king_square && has(Fault::castling_out_of_check)) continue;
    if (square == goal && has(Fault::castling_into_check)) continue;
    if (square != king_square && square != goal && has(Fault::castling_through_check)) continue;
    if (square == f8 && goal == g8 && king_square != f8 && has(Fault::castling_past_attacked_f8))
      continue;
    if (attacked(squares_, square)) return false;
  }
  if (has(Fault::c960_shield_leaves) || has(Fault::castling_into_check)) return true;
  // The rook may have shielded the king's goal.
  Squares after = squares_;
  after[king_square] = after[rook_square] = no_piece;
  after[goal] = make_piece(side_, king);
  after[castled_rook(side_, castling_side)] = make_piece(side_, rook);
  return !attacked(after, goal);
}

/// Most generators that keep a right too long still look whether a rook is there.
bool Mutant::rook_must_be_there() const {
  return !has(Fault::rook_capture_toggles_right) && !has(Fault::rook_move_keeps_right) &&
         !has(Fault::rook_capture_keeps_right) && !has(Fault::promotion_capture_keeps_right) &&
         !has(Fault::castling_keeps_rights);
}

Square Mutant::king_goal(Color color, CastlingSide castling_side) const {
  return castled_king(has(Fault::black_castles_to_first_rank) ? white : color, castling_side);
}

Square Mutant::rook_goal(Color color, CastlingSide castling_side) const {
  const Square goal =
      castled_rook(has(Fault::black_castles_to_first_rank) ? white : color, castling_side);
  return has(Fault::castled_rook_on_e_file) ? make_square(4, rank_of(goal)) : goal;
}

}  // namespace plylab::chess::mutants
