// The pieces that give check, and the pawns that may capture e.p.
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

/// The pawns that may capture e.p. on the square, which an enemy pawn has just passed. It is rare
/// and takes two pawns off a line at once; so it is judged on the board as it will be.
template <class Rules>
typename X88Of<Rules>::Slots X88Of<Rules>::en_passant_captors(int passed) const {
  const int victim = passed - forward_step(side_);
  const int king_square = square_[king_slot(side_)];
  const Slots enemies = alive() & army(!side_) & ~single(slot_of(board_[victim]));
  Slots captors = 0;
  for (int from : {victim - 1, victim + 1}) {
    if (!on_board(from) || piece_of(board_[from]) != make_piece(side_, pawn)) continue;
    const auto occupied = [&](int square) {
      return square == passed || (board_[square] != 0 && square != from && square != victim);
    };
    bool legal = true;
    for_each_square(enemies,
                    [&](int enemy) { legal = legal && !reaches(enemy, king_square, occupied); });
    if (legal) captors |= single(slot_of(board_[from]));
  }
  return captors;
}

template std::uint64_t X88Of<Orthodox>::checkers() const;
template X88Of<Orthodox>::Slots X88Of<Orthodox>::en_passant_captors(int) const;
template std::uint64_t X88Of<Fairy>::checkers() const;
template X88Of<Fairy>::Slots X88Of<Fairy>::en_passant_captors(int) const;

}  // namespace plylab::chess
