// The pieces that give check, and which moves leave a king attacked.
#include <cstdint>

#include "gen/chess/x88/x88.h"

namespace plylab::chess {

using namespace x88;

template <class Rules>
std::uint64_t X88Of<Rules>::checkers() const {
  const int king_square = square_[king_slot(side_)];
  const auto occupied = [this](int square) { return board_[square] != 0; };
  std::uint64_t squares = 0;
  for_each_square(alive() & army(!side_), [&](int from) {
    if (reaches(from, king_square, occupied)) squares |= std::uint64_t{1} << narrow(from);
  });
  return squares;
}

/// Whether the side attacks the goal once a piece has gone from one square to another and what
/// stood on `taken` has left the board. The piece that goes does not count.
template <class Rules>
bool X88Of<Rules>::attacked_past(int goal, Color by, int from, int to, int taken) const {
  const auto occupied = [&](int square) {
    return square == to || (board_[square] != 0 && square != from && square != taken);
  };
  bool attacked = false;
  for_each_square(alive() & army(by), [&](int square) {
    if (square != taken && square != from) attacked = attacked || reaches(square, goal, occupied);
  });
  return attacked;
}

/// The pawns that may capture e.p. on the square, which an enemy pawn has just passed. It is rare
/// and takes two pawns off a line at once; so it is judged on the board as it will be.
template <class Rules>
typename X88Of<Rules>::Slots X88Of<Rules>::en_passant_captors(int passed) const {
  const int victim = passed - forward_step(side_);
  const int king_square = square_[king_slot(side_)];
  Slots captors = 0;
  for (int from : {victim - 1, victim + 1}) {
    if (!on_board(from) || piece_of(board_[from]) != make_piece(side_, pawn)) continue;
    if (!attacked_past(king_square, !side_, from, passed, victim))
      captors |= single(slot_of(board_[from]));
  }
  return captors;
}

template <class Rules>
bool X88Of<Rules>::is_legal(Move move) const {
  const int king = square_[king_slot(side_)];
  if (move.is_castle()) {
    const int goal = widen(castled_king(side_, move.castling_side()));
    const int step = goal < king ? -1 : 1;
    for (int square = king; square != goal + step; square += step)
      if (attacked_past(square, !side_, king, square, nowhere)) return false;
    X88Of next = *this;
    next.make(move);
    return !next.attacked_past(goal, !side_, nowhere, nowhere, nowhere);
  }
  const int from = widen(move.from()), to = widen(move.to());
  return !attacked_past(from == king ? to : king, !side_, from, to, widen(move.captured_on()));
}

template <class Rules>
bool X88Of<Rules>::gives_check(Move move) const {
  if (move.is_castle()) {
    X88Of next = *this;
    next.make(move);
    return next.checkers() != 0;
  }
  const int king = square_[king_slot(!side_)], from = widen(move.from()), to = widen(move.to());
  const int taken = widen(move.captured_on());
  const Piece piece =
      move.is_promotion() ? make_piece(side_, move.promoted()) : piece_of(board_[from]);
  const x88::Line way = tables_.line(piece, to, king);
  if (way.carries(piece)) {
    int square = to + way.step;
    while (square != king && (board_[square] == 0 || square == from || square == taken))
      square += way.step;
    if (square == king) return true;
  }
  return attacked_past(king, side_, from, to, taken);
}

template <class Rules>
Moves X88Of<Rules>::checks() const {
  Moves checks;
  for (const Move move : generate())
    if (gives_check(move)) checks.add(move);
  return checks;
}

template std::uint64_t X88Of<Orthodox>::checkers() const;
template X88Of<Orthodox>::Slots X88Of<Orthodox>::en_passant_captors(int) const;
template bool X88Of<Orthodox>::is_legal(Move) const;
template Moves X88Of<Orthodox>::checks() const;
template std::uint64_t X88Of<Fairy>::checkers() const;
template X88Of<Fairy>::Slots X88Of<Fairy>::en_passant_captors(int) const;
template bool X88Of<Fairy>::is_legal(Move) const;
template Moves X88Of<Fairy>::checks() const;

}  // namespace plylab::chess
