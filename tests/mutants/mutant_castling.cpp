// Castling, by the rules of Chess960, of which those of standard chess are a case.
#include <algorithm>

#include "tests/mutants/mutant.h"

namespace plylab::chess::mutants {
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
  const Square rook_square = castling_[index(side_)][index(castling_side)];
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
    if (squares_[square] != no_piece && square != king_square && square != rook_square) return;
  const Square rooks_goal = castled_rook(side_, castling_side);
  if (has(Fault::c960_rook_on_goal_blocks) && squares_[rooks_goal] == make_piece(side_, rook))
    return;
  if (!castling_is_safe(ways, king_square, rook_square, castling_side)) return;
  list.push_back({king_square, rook_square, Deed::castling});
  if (has(Fault::castling_listed_twice)) list.push_back(list.back());
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
  if (has(Fault::castling_over_pieces)) ways.empty.clear();
  if (has(Fault::castling_past_b_file)) std::erase(ways.empty, make_square(1, rank));
  if (has(Fault::c960_king_passes_two_squares)) {
    const Direction towards = {rook_square < king_square ? -1 : 1, 0};
    ways.safe = {king_square};
    for (int steps = 0; steps < 2 && ways.safe.back() != rook_square; ++steps)
      ways.safe.push_back(step(ways.safe.back(), towards));
  }
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
  return !has(Fault::rook_move_keeps_right) && !has(Fault::rook_capture_keeps_right) &&
         !has(Fault::promotion_capture_keeps_right) && !has(Fault::castling_keeps_rights);
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
