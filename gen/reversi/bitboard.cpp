#include "gen/reversi/bitboard.h"

#include "gen/reversi/plies.h"
#include "gen/reversi/symmetry.h"

namespace plylab::reversi {
namespace {

struct OneLane {
  static Bits select(Bits condition, Bits bits) { return condition != 0 ? bits : 0; }
};

}  // namespace

Bitboard::Bitboard(const Setup& setup, const Kernel& kernel)
    : state_{setup.discs.of(setup.side), setup.discs.of(!setup.side), setup.side, false},
      kernel_(&kernel) {}

Discs Bitboard::discs() const {
  Discs discs;
  discs.of(state_.side) = state_.own;
  discs.of(!state_.side) = state_.other;
  return discs;
}

Bits Bitboard::placements(Side side) const {
  return side == state_.side ? reversi::placements(state_.own, state_.other)
                             : reversi::placements(state_.other, state_.own);
}

Moves Bitboard::generate() const {
  Moves moves;
  for (Bits left = placements(state_.side); left != 0; left &= left - 1)
    moves.add(static_cast<Move>(std::countr_zero(left)));
  if (moves.empty() && !state_.after_pass) moves.add(pass);
  return moves;
}

unsigned Bitboard::count() const {
  const int moves = std::popcount(placements(state_.side));
  return moves == 0 && !state_.after_pass ? 1 : static_cast<unsigned>(moves);
}

Bitboard::Undo Bitboard::make(Move move) {
  const State before = state_;
  const Bits square = move == pass ? 0 : bit(move);
  const Bits discs = turned<OneLane>(square, state_.own, state_.other);
  state_ = {before.other ^ discs, before.own | discs | square, !before.side, move == pass};
  return before;
}

bool Bitboard::is_over() const { return state_.after_pass && placements(state_.side) == 0; }

Key Bitboard::key() const { return pack(discs(), state_.side, is_over()); }

Key Bitboard::counted_as() const {
  const BitsPair image = least_image({state_.own, state_.other});
  return pack({image.first, image.second}, Side::first, is_over());
}

ShortPaths Bitboard::two_plies() const {
  return is_over() ? ShortPaths{0, 1} : kernel_->two_plies(state_.own, state_.other);
}

ShortPaths Bitboard::three_plies() const {
  return is_over() ? ShortPaths{0, 1} : kernel_->three_plies(state_.own, state_.other);
}

}  // namespace plylab::reversi
